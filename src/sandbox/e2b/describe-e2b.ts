/** What a prompt may say about E2B's code interpreter, from its template. */
export const E2B_DESCRIPTION: readonly string[] = [
  "The code runs as one notebook cell on an E2B cloud sandbox: IPython on Linux with network access. Each run starts with an empty namespace.",
  "Installed: numpy, pandas, matplotlib, seaborn, plotly, scipy, scikit-learn, scikit-image, sympy, opencv-python, pillow, requests, beautifulsoup4, openpyxl, xarray, nltk, spacy. A line `!pip install NAME` installs others.",
  "The value of the last expression is shown; matplotlib figures are shown without plt.show().",
  "Input files are in the working directory; every file written below it comes back.",
  "A line that begins with ! runs a shell command.",
];

/** What a person should know before a run there. */
export const E2B_NOTES: readonly string[] = [
  "One cloud sandbox serves all runs of the session and ends five minutes after the last, or when this page closes: E2B bills your account for that time.",
  "Each run has a kernel and a folder of its own; output streams; a line that begins with ! runs a shell command.",
  "A program longer than 60,000 bytes is refused before it is sent.",
];
