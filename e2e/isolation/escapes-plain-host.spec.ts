import { describeEscapes } from "./escape-suite.ts";

describeEscapes(false);
