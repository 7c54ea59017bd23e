import { describeEscapes } from "./escape-suite.ts";

describeEscapes(true);
