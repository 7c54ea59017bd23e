/** Where a model computes, in words that follow "runs in". */
export function engineTitle(engine: string): string {
  switch (engine) {
    case "webllm":
      return "this tab, on the GPU (WebLLM)";
    case "wllama":
      return "this tab, on the CPU (wllama)";
    case "endpoint":
      return "a server of yours: prompts leave this tab";
    default:
      return "no engine: the replies are recorded";
  }
}
