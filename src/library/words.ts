import { stemmer } from "stemmer";

/** Words that say nothing about what a task is: articles and prepositions, courtesies, and that it is about code at all. */
const EMPTY_WORDS = new Set(
  (
    "a an the this that these those it its of in on at to from for by with without into as per and or but not no is are was were be been being do does did done " +
    "have has had can could will would shall should may might must i me my we us our you your they them their he she his her what which who whom whose when where why how " +
    "please kindly thanks hello hi want need like let lets just also some any all each every there here then than so if about up out over " +
    "write create make build give show tell get use using help code python script program function snippet task run file files named called following"
  ).split(" "),
);

/** A file's name in a sentence: its ending says what it is, the rest is a value. */
const FILE_NAME = /(?<![\p{L}\p{N}])[\p{L}\p{N}_-]+\.(\p{L}{1,5})(?![\p{L}\p{N}])/gu;

const segmenter = new Intl.Segmenter("en", { granularity: "word" });

/**
 * What a text is about, as distinct word stems: lower case, without accents, file names, numbers and words that say
 * nothing; identifiers are taken apart. Scripts without spaces are cut into words too.
 */
export function words(text: string): readonly string[] {
  const found = new Set<string>();
  const apart = text
    .replace(FILE_NAME, " $1 ")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replaceAll("_", " ");
  for (const { segment, isWordLike } of segmenter.segment(apart)) {
    if (isWordLike !== true) continue;
    for (const [part] of segment
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .matchAll(/[\p{L}\p{N}]+/gu)) {
      if (EMPTY_WORDS.has(part) || /^[a-z]$|^\p{N}+$/u.test(part)) continue;
      found.add(stemmer(part));
    }
  }
  return [...found];
}
