import type { SyntaxNode } from "@lezer/common";
import { PYTHON_BUILTINS } from "./python-builtins.ts";
import { childrenOf, type PythonTree, textOf } from "./python-tree.ts";

export interface NameUse {
  readonly name: string;
  /** Offset in the code. */
  readonly from: number;
}

/** Which names a program binds and which it uses without binding them anywhere in reach. */
export interface ProgramNames {
  /** Bound at module level, in the order of their first binding. */
  readonly bound: readonly string[];
  /** Uses that no enclosing scope binds and that Python does not have by itself. */
  readonly unresolved: readonly NameUse[];
  /** True when names can appear by other means (`import *`, `exec`, `globals()`): then `unresolved` proves nothing. */
  readonly dynamic: boolean;
}

type ScopeKind = "module" | "function" | "class" | "comprehension";

interface Scope {
  readonly kind: ScopeKind;
  readonly parent: Scope | null;
  readonly bound: Set<string>;
  readonly globals: Set<string>;
}

interface Walk {
  readonly python: PythonTree;
  readonly module: Scope;
  readonly uses: { readonly use: NameUse; readonly scope: Scope }[];
  dynamic: boolean;
}

const COMPREHENSIONS = new Set(["ArrayComprehensionExpression", "ComprehensionExpression", "DictionaryComprehensionExpression", "SetComprehensionExpression"]);
const DYNAMIC_CALLS = new Set(["exec", "globals", "locals", "vars", "setattr", "__import__"]);

/** Finds every binding and use, the order of statements left aside: only names that are bound nowhere count as unresolved. */
export function programNames(python: PythonTree): ProgramNames {
  const module = newScope("module", null);
  const walk: Walk = { python, module, uses: [], dynamic: false };
  visitAll(walk, childrenOf(python.tree.topNode), module);
  const unresolved = walk.uses.filter(({ use, scope }) => !PYTHON_BUILTINS.has(use.name) && !resolves(use.name, scope)).map(({ use }) => use);
  return { bound: [...module.bound], unresolved, dynamic: walk.dynamic };
}

function newScope(kind: ScopeKind, parent: Scope | null): Scope {
  return { kind, parent, bound: new Set(), globals: new Set() };
}

/** A class body is seen by its own statements and comprehensions, not by the functions in it. */
function resolves(name: string, from: Scope): boolean {
  let crossedFunction = false;
  for (let scope: Scope | null = from; scope !== null; scope = scope.parent) {
    if (scope.bound.has(name) && !(scope.kind === "class" && crossedFunction)) return true;
    if (scope.kind === "function") crossedFunction = true;
  }
  return false;
}

function bind(walk: Walk, name: string, scope: Scope): void {
  let target = scope;
  while (target.kind === "comprehension" && target.parent !== null) target = target.parent;
  (target.globals.has(name) ? walk.module : target).bound.add(name);
}

function visitAll(walk: Walk, nodes: readonly SyntaxNode[], scope: Scope): void {
  for (const node of nodes) visit(walk, node, scope);
}

function visit(walk: Walk, node: SyntaxNode, scope: Scope): void {
  const children = childrenOf(node);
  switch (node.name) {
    case "VariableName":
      visitName(walk, node, scope);
      return;
    case "TypeDef":
      return; // annotations are evaluated lazily, or never
    case "FunctionDefinition":
    case "LambdaExpression":
      visitFunction(walk, children, scope);
      return;
    case "ClassDefinition":
      visitClass(walk, children, scope);
      return;
    case "ImportStatement":
      visitImport(walk, children, scope);
      return;
    case "AssignStatement":
      visitAssignment(walk, children, scope);
      return;
    case "UpdateStatement":
      if (children[0] !== undefined) bindTarget(walk, children[0], scope);
      visitAll(walk, children.slice(1), scope);
      return;
    case "NamedExpression":
      if (children[0] !== undefined) bind(walk, textOf(walk.python, children[0]), scope);
      visitAll(walk, children.slice(2), scope);
      return;
    case "ForStatement":
      visitLoop(walk, children, scope);
      return;
    case "WithStatement":
    case "TryStatement":
      visitAs(walk, children, scope);
      return;
    case "ScopeStatement":
      for (const child of children) if (child.name === "VariableName") declare(walk, children[0]?.name === "global", textOf(walk.python, child), scope);
      return;
    case "TypeDefinition":
      bindFirst(walk, children, scope);
      return;
    case "ArgList":
      visitArguments(walk, children, scope);
      return;
    case "CallExpression":
      if (children[0]?.name === "VariableName" && DYNAMIC_CALLS.has(textOf(walk.python, children[0]))) walk.dynamic = true;
      visitAll(walk, children, scope);
      return;
    case "Decorator":
      visitAll(
        walk,
        children.filter((_, index) => children[index - 1]?.name !== "."),
        scope,
      ); // the grammar calls attributes names here
      return;
    case "CapturePattern":
      for (const child of children) bind(walk, textOf(walk.python, child), scope);
      return;
    case "AsPattern":
      visitAs(walk, children, scope);
      return;
    case "KeywordPattern":
      visitAll(walk, children.slice(1), scope);
      return;
    default:
      if (COMPREHENSIONS.has(node.name)) visitLoop(walk, children, newScope("comprehension", scope));
      else visitAll(walk, children, scope);
  }
}

/** A program that mentions NameError is ready for missing names. */
function visitName(walk: Walk, node: SyntaxNode, scope: Scope): void {
  const name = textOf(walk.python, node);
  if (name === "NameError") walk.dynamic = true;
  walk.uses.push({ use: { name, from: node.from }, scope });
}

function visitFunction(walk: Walk, children: readonly SyntaxNode[], scope: Scope): void {
  const inner = newScope("function", scope);
  for (const child of children) {
    if (child.name === "VariableName" && children.some((other) => other.name === "def")) bind(walk, textOf(walk.python, child), scope);
    else if (child.name === "TypeParamList") bindTypeParameters(walk, child, inner);
    else if (child.name === "ParamList") visitParameters(walk, childrenOf(child), scope, inner);
    else visit(walk, child, inner);
  }
}

function visitParameters(walk: Walk, children: readonly SyntaxNode[], outer: Scope, inner: Scope): void {
  let inDefault = false;
  for (const child of children) {
    if (child.name === ",") inDefault = false;
    else if (child.name === "AssignOp") inDefault = true;
    else if (inDefault) visit(walk, child, outer);
    else if (child.name === "VariableName") inner.bound.add(textOf(walk.python, child));
  }
}

function bindFirst(walk: Walk, children: readonly SyntaxNode[], scope: Scope): void {
  const name = children.find((child) => child.name === "VariableName");
  if (name !== undefined) bind(walk, textOf(walk.python, name), scope);
}

function bindTypeParameters(walk: Walk, list: SyntaxNode, scope: Scope): void {
  for (const parameter of childrenOf(list))
    for (const child of childrenOf(parameter)) if (child.name === "VariableName") bind(walk, textOf(walk.python, child), scope);
}

function visitClass(walk: Walk, children: readonly SyntaxNode[], scope: Scope): void {
  const inner = newScope("class", scope);
  let named = false;
  for (const child of children) {
    if (child.name === "VariableName" && !named) {
      bind(walk, textOf(walk.python, child), scope);
      named = true;
    } else if (child.name === "TypeParamList") bindTypeParameters(walk, child, inner);
    else visit(walk, child, child.name === "Body" ? inner : scope);
  }
}

function visitImport(walk: Walk, children: readonly SyntaxNode[], scope: Scope): void {
  const start = children.findIndex((child) => child.name === "import") + 1;
  let name: string | null = null;
  let skip = false;
  const finish = () => {
    if (name !== null) bind(walk, name, scope);
    name = null;
    skip = false;
  };
  for (const child of children.slice(start)) {
    if (child.name === ",") finish();
    else if (child.name === "*") walk.dynamic = true;
    else if (child.name === "as") {
      name = null;
      skip = false;
    } else if (child.name === ".") skip = name !== null;
    else if (child.name === "VariableName" && !skip) name = textOf(walk.python, child);
  }
  finish();
}

/** `a, b = c = value`: everything before the last `=` is a target. */
function visitAssignment(walk: Walk, children: readonly SyntaxNode[], scope: Scope): void {
  const last = children.findLastIndex((child) => child.name === "AssignOp");
  children.forEach((child, index) => {
    if (index < last || last === -1) bindTarget(walk, child, scope);
    else visit(walk, child, scope);
  });
}

function bindTarget(walk: Walk, node: SyntaxNode, scope: Scope): void {
  if (node.name === "VariableName") {
    const name = textOf(walk.python, node);
    if (scope.kind === "comprehension") scope.bound.add(name);
    else bind(walk, name, scope);
  } else if (node.name === "TupleExpression" || node.name === "ArrayExpression" || node.name === "ParenthesizedExpression") {
    for (const child of childrenOf(node)) bindTarget(walk, child, scope);
  } else visit(walk, node, scope);
}

/** `for TARGETS in ...`, in a statement or a comprehension; all other children are walked as they are. */
function visitLoop(walk: Walk, children: readonly SyntaxNode[], scope: Scope): void {
  let inTargets = false;
  for (const child of children) {
    if (child.name === "for") inTargets = true;
    else if (child.name === "in") inTargets = false;
    else if (inTargets) bindTarget(walk, child, scope);
    else visit(walk, child, scope);
  }
}

function visitAs(walk: Walk, children: readonly SyntaxNode[], scope: Scope): void {
  children.forEach((child, index) => {
    if (children[index - 1]?.name === "as") bindTarget(walk, child, scope);
    else visit(walk, child, scope);
  });
}

function visitArguments(walk: Walk, children: readonly SyntaxNode[], scope: Scope): void {
  if (children.some((child) => child.name === "for")) {
    visitLoop(walk, children, newScope("comprehension", scope));
    return;
  }
  children.forEach((child, index) => {
    const next = children[index + 1];
    if (next?.name !== "AssignOp") visit(walk, child, scope);
    else if (textOf(walk.python, next) === ":=") bind(walk, textOf(walk.python, child), scope);
  });
}

function declare(walk: Walk, global: boolean, name: string, scope: Scope): void {
  if (!global) return;
  scope.globals.add(name);
  walk.module.bound.add(name);
}
