import type { Answer, Judgement } from "./check-answer.ts";
import type { AnswerCheck, AxesFacts } from "./evaluation-suite.ts";
import { evaluateFormula } from "./line-function.ts";

type FigureCheck = Extract<AnswerCheck, { type: "figure" | "bars" | "line" }>;

/** Checks of figures: that there are some, or what their axes hold. */
export function checkFigure(check: FigureCheck, answer: Answer): Judgement {
  const reason = JSON.stringify(answer.axes).slice(0, 160);
  switch (check.type) {
    case "figure": {
      const images = answer.result.displays.filter((display) => Object.keys(display.data).some((type) => type.startsWith("image/"))).length;
      const files = answer.files.filter((file) => /\.(?:png|svg|jpe?g|pdf)$/i.test(file.path)).length;
      return { right: images + files >= (check.count ?? 1), reason: `${images} figures, ${files} image files` };
    }
    case "bars":
      return { right: answer.axes.some((axes) => hasBars(axes, check)), reason };
    case "line":
      return { right: answer.axes.some((axes) => hasLine(axes, check)), reason };
  }
}

function hasBars(axes: AxesFacts, check: Extract<FigureCheck, { type: "bars" }>): boolean {
  return (
    axes.bars.length === check.heights.length &&
    axes.bars.every((height, index) => Math.abs(height - (check.heights[index] ?? Number.NaN)) < 1e-6) &&
    check.labels.every((label, index) => axes.xticks[index]?.toLowerCase() === label.toLowerCase()) &&
    axes.title.toLowerCase() === check.title.toLowerCase()
  );
}

function hasLine(axes: AxesFacts, check: Extract<FigureCheck, { type: "line" }>): boolean {
  if (axes.xlabel.trim().toLowerCase() !== check.xlabel || !axes.ylabel.trim().toLowerCase().startsWith(check.ylabel)) return false;
  return axes.lines.some((line) => {
    const first = line[0];
    const last = line.at(-1);
    if (line.length < 6 || first === undefined || last === undefined) return false;
    if (Math.abs(first[0] - check.x0) > 1e-9 || Math.abs(last[0] - check.x1) > 1e-6) return false;
    return line.every(([x, y]) => Math.abs(y - evaluateFormula(check.fn, x)) < 1e-6 * Math.max(1, Math.abs(y)));
  });
}
