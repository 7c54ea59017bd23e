/** Where a model computes, in words that follow "runs". */
export function engineTitle(engine: string): string {
  switch (engine) {
    case "webllm":
      return "in this tab, on the GPU (WebLLM)";
    case "wllama":
      return "in this tab, on the CPU (wllama)";
    case "endpoint":
      return "on a server of yours: prompts leave this tab";
    default:
      return "nowhere: the replies are recorded";
  }
}
