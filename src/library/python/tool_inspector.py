"""Answers what a piece of code is as a tool. Run as a program in a sandbox, with the request and the answer as files."""

import json
import pathlib

import tool_analysis
import tool_parser
import tool_types

REQUEST = "skep-request.json"
ANSWER = "skep-answer.json"


def inspect_source(source, pydantic):
    """{errors, tool, needsPydantic, analysis}; `tool` is null and `errors` says why where the source is none."""
    answer = {"errors": [], "tool": None, "needsPydantic": None, "analysis": {"imports": [], "tools": [], "references": []}}
    try:
        answer["analysis"] = tool_analysis.analyse(source)
    except (SyntaxError, RecursionError):
        pass  # Parsing below says it in its own words.
    try:
        answer["tool"] = tool_parser.parse(source, pydantic)
    except tool_parser.Refused as refused:
        answer["errors"] = list(refused.args)
    except tool_types.NeedsPydantic as needs:
        answer["needsPydantic"] = str(needs)
    except (RecursionError, MemoryError, ValueError) as error:
        answer["errors"] = [f"Syntax error: {error} on line None"]
    return answer


def main(pydantic=None):
    request = json.loads(pathlib.Path(REQUEST).read_text(encoding="utf-8"))
    answers = [inspect_source(source, pydantic) for source in request["sources"]]
    pathlib.Path(ANSWER).write_text(json.dumps(answers), encoding="utf-8")
