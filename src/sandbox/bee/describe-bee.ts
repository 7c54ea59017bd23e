/** What a prompt may say about the service, from its image and its contract. */
export const BEE_DESCRIPTION: readonly string[] = [
  "The code runs as one script on a bee-code-interpreter service: CPython on Linux, in a fresh machine for each run. Nothing is kept between runs.",
  "The script is run by xonsh: lines that are shell commands work too, and ffmpeg and pandoc are installed.",
  "Installed: numpy, pandas, scipy, sympy, matplotlib, pillow, opencv, xarray, pydantic, jinja2, tabulate, moviepy, PyPDF2, pikepdf. Other imported packages are installed from the index if it can be reached.",
  "Print every result: the value of the last expression is not shown.",
  "Input files are in the working directory. Write output files directly into it: files in sub-folders are lost.",
  "Call plt.show() without arguments, once: it writes the figure to plot.png, which is shown.",
  "The whole run, with the installation of packages, must end within 60 seconds.",
];

/** What a person should know before a run there. */
export const BEE_NOTES: readonly string[] = [
  "PythonTool mode: every run gets a fresh machine, and nothing is kept of it but the files it wrote.",
  "Lines that are shell commands run there (ffmpeg and pandoc are installed) and in no other executor.",
  "Only files written directly into the working directory come back; sub-folders are lost.",
  "60 s for a run, packages and all; a run that is ended there returns no output. Output comes at the end.",
];
