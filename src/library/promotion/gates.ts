import { declaredPackagesGate } from "./declared-packages-gate.ts";
import { deterministicGate } from "./deterministic-gate.ts";
import { forbiddenCallsGate } from "./forbidden-calls-gate.ts";
import type { Gate } from "./gate.ts";
import { reviewGate } from "./review-gate.ts";
import { testsPassGate } from "./tests-pass-gate.ts";
import { toolShapeGate } from "./tool-shape-gate.ts";
import { usedToolsGate } from "./used-tools-gate.ts";

/** Every gate, in the order in which they are asked: those that need no test run first. */
export const GATES: readonly Gate[] = [toolShapeGate, forbiddenCallsGate, declaredPackagesGate, usedToolsGate, testsPassGate, deterministicGate, reviewGate];
