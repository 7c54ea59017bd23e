/**
 * Evaluates a small formula of x, such as `x*x - 2*x + 1`: numbers, x, + - * / ** and brackets.
 * @throws when the formula is anything else
 */
export function evaluateFormula(formula: string, x: number): number {
  const tokens = formula.match(/\*\*|[-+*/()x]|\d+(?:\.\d+)?|\S/g) ?? [];
  let position = 0;
  const take = (): string => tokens[position++] ?? "";

  function sum(): number {
    let value = product();
    while (tokens[position] === "+" || tokens[position] === "-") value = take() === "+" ? value + product() : value - product();
    return value;
  }
  function product(): number {
    let value = factor();
    while (tokens[position] === "*" || tokens[position] === "/") value = take() === "*" ? value * factor() : value / factor();
    return value;
  }
  function factor(): number {
    if (tokens[position] !== "-") return power();
    take();
    return -factor();
  }
  function power(): number {
    const base = atom();
    if (tokens[position] !== "**") return base;
    take();
    return base ** factor();
  }
  function atom(): number {
    const token = take();
    if (token === "x") return x;
    if (token === "(") {
      const value = sum();
      if (take() !== ")") throw new Error(`not a formula: ${formula}`);
      return value;
    }
    if (!/^\d/.test(token)) throw new Error(`not a formula: ${formula}`);
    return Number(token);
  }

  const value = sum();
  if (position !== tokens.length) throw new Error(`not a formula: ${formula}`);
  return value;
}
