import { expect, test } from "vitest";
import { readDataFiles } from "./read-data-files.ts";

const picked = (name: string, text = name) => Object.assign(new Blob([text]), { name });
const paths = async (...names: readonly string[]) => (await readDataFiles(names.map((name) => picked(name)))).files.map(({ path }) => path);

test("files of one name are kept side by side, and none replaces another", async () => {
  expect(await paths("data.csv", "data.csv", "data (2).csv", "data.csv")).toEqual(["data.csv", "data (2).csv", "data (2) (2).csv", "data (3).csv"]);
  expect(await paths("notes", "notes", ".env", ".env")).toEqual(["notes", "notes (2)", ".env", ".env (2)"]);
});

test("a name is one line that reads as what it is; else it stays as it was", async () => {
  expect(await paths("line\nbreak.txt", "a\u202egpj.exe", "nul\0.txt")).toEqual(["line_break.txt", "a_gpj.exe", "nul_.txt"]);
  const odd = ["-rf.csv", "we\"ird 'quotes' ünï 日本🐝.csv", "عربي.csv"];
  expect(await paths(...odd)).toEqual(odd);
});

test("what cannot be read is named, and the others are there", async () => {
  const broken = Object.assign(new Blob(["x"]), { name: "gone.csv", arrayBuffer: () => Promise.reject(new Error("it was moved")) });
  const read = await readDataFiles([broken, picked("here.csv")]);
  expect(read.files.map(({ path }) => path)).toEqual(["here.csv"]);
  expect(read.problem).toMatchObject({ code: "SK-FILE-READ", message: "Not added: gone.csv could not be read (it was moved)." });
});
