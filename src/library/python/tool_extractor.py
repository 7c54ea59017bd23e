"""Makes a function of a program: offers the values in it that could be parameters, then writes the function.

The text of the program is kept as it is wherever it is not replaced: comments, spacing, line breaks.
"""

import ast
import io
import json
import keyword
import pathlib
import textwrap
import tokenize

import tool_literals
import tool_parser

REQUEST = "skep-request.json"
ANSWER = "skep-answer.json"
WHOLE = "\n"


def offer(source):
    """[{name, existing, parameters: [{id, name, type, value, source, line}]}], best first."""
    tree = ast.parse(source)
    offers = []
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    for function in functions:
        if _alone(source, tree, function) is not None:
            offers.append({"name": function.name, "existing": function.name, "parameters": []})
    parameters = tool_literals.Literals(source).collect(tree)
    offers.append({"name": _function_name(tree, functions), "existing": None, "parameters": parameters})
    return offers


def extract(source, choice):
    """The code of the chosen function. Raises ValueError with the reason where it cannot be made."""
    tree = ast.parse(source)
    if choice["existing"]:
        function = next((node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == choice["existing"]), None)
        code = function and _alone(source, tree, function)
        if not code:
            raise ValueError(f"{choice['existing']} is no function of the program that can stand alone")
        return code
    return _wrapped(source, tree, choice)


def _alone(source, tree, function):
    """A function of the program with the imports that it needs, where that is all that it needs; else None."""
    imports = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
    needed = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
    defined = set()
    for node in tree.body:
        if node is not function and not isinstance(node, (ast.Import, ast.ImportFrom)):
            defined |= _bound(node)
    local = {argument.arg for argument in ast.walk(function.args) if isinstance(argument, ast.arg)} | _bound_inside(function)
    if needed & (defined - local) or function.name in local:
        return None
    lines = [ast.unparse(node) for node in (_only(node, needed) for node in imports) if node]
    code = "\n".join([*lines, "", "", _text(source, function)]).lstrip("\n") + "\n"
    try:
        tool_parser.parse(code)
    except tool_parser.Refused:
        return None
    except Exception:
        return code  # A type that needs Pydantic is for the inspection to judge.
    return code


def _only(node, needed):
    """An import with those of its names that are needed, or None."""
    names = [alias for alias in node.names if (alias.asname or alias.name.split(".")[0]) in needed or alias.name == "*"]
    if isinstance(node, ast.ImportFrom) and node.module == "__future__":
        names = node.names
    if not names:
        return None
    return ast.Import(names) if isinstance(node, ast.Import) else ast.ImportFrom(node.module, names, node.level)


def _bound(node):
    """Names that a statement at the top of the program binds."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {node.name}
    return {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)}


def _bound_inside(function):
    found = set()
    for node in ast.walk(function):
        if node is not function and isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.alias):
            found.add((node.asname or node.name).split(".")[0])
    return found


def _function_name(tree, functions):
    taken = {function.name for function in functions}
    words = [node.func.attr for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    for word in words:
        if word in ("groupby", "plot", "merge", "describe", "pivot_table", "resample") and word not in taken:
            return word
    return "my_tool"


def _wrapped(source, tree, choice):
    name = choice["name"]
    if not name.isidentifier() or keyword.iskeyword(name):
        raise ValueError(f"{name!r} is not a name that a function can have")
    for node in ast.walk(tree):
        if isinstance(node, ast.Global):
            raise ValueError(f"line {node.lineno}: the program uses `global`, which means something else inside a function")
        if isinstance(node, ast.Await) and not _inside_async(tree, node):
            raise ValueError(f"line {node.lineno}: the program awaits at its top, which a tool cannot")
    offers = {entry["id"]: entry for entry in tool_literals.Literals(source).collect(tree)}
    edits, useless, parameters, seen = [], [], [], set()
    for parameter in choice["parameters"]:
        entry = offers.get(parameter["id"])
        if entry is None:
            raise ValueError("the program changed since its values were offered")
        if not parameter["name"].isidentifier() or keyword.iskeyword(parameter["name"]) or parameter["name"] in seen:
            raise ValueError(f"{parameter['name']!r} is not a name that one parameter can have")
        seen.add(parameter["name"])
        parameters.append((parameter, entry))
        statement = _assigning(tree, parameter)
        if statement is not None:
            useless.append(statement)
        elif _is_used(tree, parameter["name"]):
            raise ValueError(f"the program already uses the name {parameter['name']}")
        else:
            edits.append((parameter["id"], parameter["name"]))
    edits += [(tool_literals.place(node.test), "True") for node in tree.body if _is_main_guard(node)]
    body = [node for node in tree.body if not isinstance(node, (ast.Import, ast.ImportFrom)) and node not in useless]
    if not body:
        raise ValueError("the program does nothing that a function could do")
    last = body[-1]
    returning = isinstance(last, ast.Expr) and not _shows(last.value)
    text = _body_text(source, tree, edits, useless, last if returning else None)
    imports = [_text(source, node) for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
    head = ", ".join(f"{parameter['name']}: {parameter['type']} = {_default(entry)}" for parameter, entry in parameters)
    result = f" -> {choice['returns']}" if choice["returns"].strip() else ""
    lines = [*imports, "", "", f"def {name}({head}){result}:", *_docstring(choice), *text]
    code = "\n".join(lines).lstrip("\n").rstrip() + "\n"
    try:
        ast.parse(code)
    except SyntaxError as error:
        raise ValueError(f"the function would not be Python: {error.msg} on line {error.lineno}") from None
    return code


def _default(entry):
    """A list as a default would be one list for every call; Python's own warning. It is written as it was: nothing changes it unasked."""
    return entry["source"] if WHOLE not in entry["source"] else repr(entry["value"])


def _docstring(choice):
    lines = [choice["description"].strip() or choice["name"]]
    described = [parameter for parameter in choice["parameters"] if parameter["description"].strip()]
    if described or choice["returnsDescription"].strip():
        lines.append("")
    lines += [f":param {parameter['name']}: {parameter['description'].strip()}" for parameter in described]
    if choice["returnsDescription"].strip():
        lines.append(f":return: {choice['returnsDescription'].strip()}")
    text = "\n".join(lines).replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    if WHOLE not in text:
        return [f'    """{text}"""']
    return textwrap.indent(f'"""\n{text}\n"""', "    ").split("\n")


def _shows(value):
    """Whether a last expression is a deed rather than a value: a call that prints, shows or writes."""
    if not isinstance(value, ast.Call):
        return False
    name = value.func.attr if isinstance(value.func, ast.Attribute) else getattr(value.func, "id", "")
    return name in ("print", "show", "display", "savefig", "close") or name.startswith(("to_csv", "to_excel", "to_json", "write"))


def _assigning(tree, parameter):
    """The statement that does nothing but give the parameter's value to a variable of the same name, the only one that binds it."""
    name = parameter["name"]
    binding = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store)]
    for node in tree.body:
        if isinstance(node, ast.Assign) and node.targets == binding and tool_literals.place(node.value) == parameter["id"]:
            return node
    return None


def _is_used(tree, name):
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return name in names or any(name in _bound(node) for node in tree.body if not isinstance(node, ast.Expr)) or name in _imported(tree)


def _imported(tree):
    return {(alias.asname or alias.name).split(".")[0] for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom)) for alias in node.names}


def _is_main_guard(node):
    """`if __name__ == "__main__":`, which is not true of a tool that another one imports."""
    return isinstance(node, ast.If) and ast.unparse(node.test) in ("__name__ == '__main__'", "'__main__' == __name__")


def _body_text(source, tree, edits, useless, last):
    """The program without its imports, with names in place of the chosen values, moved in by one level."""
    lines = source.splitlines()
    replacements = []
    for place, name in edits:
        first, column, end, end_column = map(int, place.split(":"))
        replacements.append((first - 1, _characters(lines[first - 1], column), end - 1, _characters(lines[end - 1], end_column), name))
    if last is not None:
        column = _characters(lines[last.lineno - 1], last.col_offset)
        replacements.append((last.lineno - 1, column, last.lineno - 1, column, "return "))
    dropped = set()
    for node in tree.body:
        if isinstance(node, (ast.Import, ast.ImportFrom)) or node in useless:
            dropped |= set(range(node.lineno - 1, node.end_lineno))
            if any(other is not node and other.lineno <= node.end_lineno and other.end_lineno >= node.lineno for other in tree.body):
                raise ValueError(f"line {node.lineno}: put each statement on a line of its own first")
    inside = _inside_strings(source)
    for first, column, end, end_column, name in sorted(replacements, reverse=True):
        tail = lines[end][end_column:]
        lines[first] = lines[first][:column] + name + tail
        for line in range(first + 1, end + 1):
            dropped.add(line)
    kept = [line if index in inside or not line.strip() else f"    {line}" for index, line in enumerate(lines) if index not in dropped]
    while kept and not kept[0].strip():
        kept.pop(0)
    return kept


def _characters(line, column):
    """A column in bytes of UTF-8, as Python's tree has it, in characters."""
    return len(line.encode()[:column].decode(errors="replace"))


def _inside_strings(source):
    """Lines that begin inside a text of several lines: moving them would change the text."""
    inside = set()
    starts = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        name = tokenize.tok_name[token.type]
        if name.endswith("STRING_START"):
            starts.append(token.start[0])
        elif name.endswith("STRING_END"):
            inside |= set(range(starts.pop(), token.end[0]))
        elif token.type == tokenize.STRING:
            inside |= set(range(token.start[0], token.end[0]))
    return inside


def _inside_async(tree, node):
    return any(isinstance(scope, ast.AsyncFunctionDef) and node in ast.walk(scope) for scope in ast.walk(tree))


def _text(source, node):
    """The source of a statement, decorators included."""
    first = min([node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", []))])
    return "\n".join(source.splitlines()[first - 1 : node.end_lineno])


def main():
    request = json.loads(pathlib.Path(REQUEST).read_text(encoding="utf-8"))
    try:
        if request["choice"] is None:
            answer = {"ok": True, "offers": offer(request["source"])}
        else:
            answer = {"ok": True, "code": extract(request["source"], request["choice"])}
    except SyntaxError as error:
        answer = {"ok": False, "message": f"Syntax error: {error.msg} on line {error.lineno}"}
    except (ValueError, RecursionError) as error:
        answer = {"ok": False, "message": str(error)}
    pathlib.Path(ANSWER).write_text(json.dumps(answer), encoding="utf-8")
