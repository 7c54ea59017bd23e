/** What a prompt may say about E2B's code interpreter, from its template. */
export const E2B_DESCRIPTION: readonly string[] = [
  "The code runs as one notebook cell on an E2B cloud sandbox: IPython on Linux with network access. Each run starts with an empty namespace.",
  "Installed: numpy, pandas, matplotlib, seaborn, plotly, scipy, scikit-learn, scikit-image, sympy, opencv-python, pillow, requests, beautifulsoup4, openpyxl, xarray, nltk, spacy. A line `!pip install NAME` installs others.",
  "The value of the last expression is shown; matplotlib figures are shown without plt.show().",
  "Input files are in the working directory; every file written below it comes back.",
  "A line that begins with ! runs a shell command.",
];
