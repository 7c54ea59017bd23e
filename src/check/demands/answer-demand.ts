/** What a program left, as its reader sees it. */
export interface ShownAnswer {
  /** The output, or the last value where nothing was printed. */
  readonly text: string;
  /** Whether it shows a figure, a table or a file besides. */
  readonly showsMore: boolean;
  /** Paths of the files that it wrote. */
  readonly files: readonly string[];
  /** Paths of the files that it was given. */
  readonly inputs: readonly string[];
}

/** One thing that the words of a task ask of its answer. */
export interface AnswerDemand {
  readonly check: string;
  /** The words that ask for it; null for what no answer may do. */
  readonly asked: RegExp | null;
  readonly met: (answer: ReadAnswer, task: string, asked: RegExpExecArray) => boolean;
  readonly message: string;
  readonly fix: string;
}

/** An answer, read once for all demands. */
export interface ReadAnswer extends ShownAnswer {
  /** Lines with something in them. */
  readonly lines: readonly string[];
  readonly numbers: readonly number[];
}
