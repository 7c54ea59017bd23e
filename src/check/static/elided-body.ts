import type { SyntaxNode } from "@lezer/common";
import { childrenOf, isInside, type PythonTree, positionOf, textOf } from "#check/python/python-tree.ts";
import type { CheckFinding } from "#domain/agent-event.ts";

const FIX = "Write every line of the program; leave nothing out and put no placeholder.";

/** A comment that stands for code, wherever it is. */
const REST_OF_CODE =
  /^#\s*(?:(?:\.{3}|…)\s*(?:\(?\s*(?:the\s+)?(?:rest|existing|same|previous|remaining|other|more|your|and so on|continue|omitted|code|etc)\b.*)?$|(?:the\s+)?(?:rest|remainder) of (?:the|your) (?:code|program|script|function|method|class|implementation)\b|(?:existing|previous|original) code (?:here|remains|goes|stays|unchanged|continues)\b)/i;

/** A comment that stands for code when nothing follows it in its body. */
const CODE_GOES_HERE =
  /^#\s*(?:todo\b|fixme\b|(?:your|add|insert|put|write|place|implement)\b.*\b(?:here|code|logic|implementation|function|method|body)\b|(?:implementation|code|logic)(?: goes| comes)? here\b|implement(?:ation)?\b)/i;

/** Finds places where the model left code out: `...` as a body, `pass  # your code`, `# ... rest of the code`. */
export function checkElidedBody(python: PythonTree): CheckFinding[] {
  const findings: CheckFinding[] = [];
  const report = (offset: number, message: string) => {
    findings.push({ check: "elided-body", severity: "error", message, fix: FIX, ...positionOf(python.code, offset) });
  };
  python.tree.iterate({
    enter(node) {
      if (node.name === "Comment" && REST_OF_CODE.test(textOf(python, node))) report(node.from, "a comment stands where code should be");
      else if (node.name === "Body" && isElided(python, node.node)) report(node.from, "the body is left out");
      else if (node.name === "Script")
        for (const child of childrenOf(node.node)) if (isEllipsis(child)) report(child.from, "an ellipsis stands where code should be");
    },
  });
  return findings;
}

function isEllipsis(node: SyntaxNode): boolean {
  return node.name === "ExpressionStatement" && node.firstChild?.name === "Ellipsis" && node.firstChild.nextSibling === null;
}

function isElided(python: PythonTree, body: SyntaxNode): boolean {
  const owner = body.parent;
  const parts = childrenOf(body).filter((child) => child.name !== ":");
  const comments = [...parts.filter((child) => child.name === "Comment"), ...trailingComments(python, body)];
  const statements = parts.filter((child) => child.name !== "Comment" && !isDocumentation(child));
  const invites = comments.some((comment) => CODE_GOES_HERE.test(textOf(python, comment)));
  const onlyEmpty = statements.every((child) => child.name === "PassStatement" || isEllipsis(child));
  if (!onlyEmpty)
    return (
      owner?.name === "FunctionDefinition" && statements.length === 1 && !isInside(owner, "ClassDefinition") && raisesNotImplemented(python, statements[0])
    );
  if (invites) return true;
  if (owner?.name !== "FunctionDefinition" || statements.length === 0) return false;
  return statements.some(isEllipsis) && !isStub(python, owner);
}

/** The grammar takes a comment line at the end of a body for a neighbour of its owner: only the indentation tells. */
function trailingComments(python: PythonTree, body: SyntaxNode): SyntaxNode[] {
  const comments: SyntaxNode[] = [];
  const owner = body.parent;
  if (owner === null) return comments;
  const { column } = positionOf(python.code, owner.from);
  for (let next = owner.nextSibling; next?.name === "Comment" && positionOf(python.code, next.from).column > column; next = next.nextSibling)
    comments.push(next);
  return comments;
}

function isDocumentation(node: SyntaxNode): boolean {
  return node.name === "ExpressionStatement" && node.firstChild?.name === "String" && node.firstChild.nextSibling === null;
}

function raisesNotImplemented(python: PythonTree, statement: SyntaxNode | undefined): boolean {
  return statement?.name === "RaiseStatement" && /^raise\s+NotImplementedError\b/.test(textOf(python, statement));
}

/** Protocols, overloads and abstract methods have `...` for a body and mean it. */
function isStub(python: PythonTree, definition: SyntaxNode): boolean {
  const decorated = definition.parent?.name === "DecoratedStatement" ? textOf(python, definition.parent) : "";
  return isInside(definition, "ClassDefinition") || /@(?:[\w.]*\.)?(?:overload|abstractmethod)\b/.test(decorated);
}
