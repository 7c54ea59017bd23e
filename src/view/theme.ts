import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

/** Straw honey: the one accent. Shade 5 fills the primary action, under ink. */
const honey: MantineColorsTuple = ["#fff8e6", "#fdf0cd", "#fae09a", "#f6ce66", "#f1bc3c", "#e9a91f", "#d9990f", "#a87309", "#7a5206", "#573a04"];
/** Paper and ink: greys with the warmth of paper. */
const gray: MantineColorsTuple = ["#f7f5f0", "#f1eee7", "#e7e3da", "#dad5ca", "#c8c2b5", "#8f8878", "#6b6559", "#4a453c", "#2f2b25", "#1c1a16"];
const dark: MantineColorsTuple = ["#e9e5dc", "#c9c4b9", "#a49e91", "#948d7f", "#3e3a33", "#302d27", "#25221e", "#1a1815", "#141210", "#0e0d0b"];
const red: MantineColorsTuple = ["#fdf4f2", "#fbe9e5", "#f6cfc8", "#f2b0a5", "#f2877b", "#d9503f", "#bd3427", "#a8261c", "#8a1e16", "#5e1710"];

const MONOSPACE = "ui-monospace, SFMono-Regular, 'Cascadia Mono', 'Segoe UI Mono', 'Liberation Mono', Menlo, Consolas, monospace";
const SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif";

/** Skep's look as tokens: components are themed here, not one by one. */
export const theme = createTheme({
  colors: { honey, gray, dark, red },
  primaryColor: "honey",
  primaryShade: 5,
  autoContrast: true,
  black: "#1c1a16",
  white: "#fffefb",
  fontFamily: SANS,
  fontFamilyMonospace: MONOSPACE,
  fontSizes: { xs: "0.75rem", sm: "0.8125rem", md: "0.875rem", lg: "1rem", xl: "1.25rem" },
  lineHeights: { xs: "1.35", sm: "1.4", md: "1.5", lg: "1.5", xl: "1.4" },
  spacing: { xs: "0.25rem", sm: "0.5rem", md: "0.75rem", lg: "1rem", xl: "1.5rem" },
  radius: { xs: "2px", sm: "4px", md: "6px", lg: "8px", xl: "12px" },
  defaultRadius: "sm",
  headings: {
    fontFamily: SANS,
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "1.125rem", lineHeight: "1.5" },
      h2: { fontSize: "0.9375rem", lineHeight: "1.5" },
      h3: { fontSize: "0.875rem", lineHeight: "1.5" },
    },
  },
  shadows: { md: "0 2px 4px rgb(28 26 22 / 8%), 0 8px 24px rgb(28 26 22 / 14%)" },
  respectReducedMotion: true,
  cursorType: "pointer",
  components: {
    Button: { defaultProps: { size: "xs", variant: "default" } },
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray", size: "md" } },
    CloseButton: { defaultProps: { size: "sm", "aria-label": "Close" } },
    TextInput: { defaultProps: { size: "xs" } },
    Textarea: { defaultProps: { size: "xs" } },
    NumberInput: { defaultProps: { size: "xs" } },
    NativeSelect: { defaultProps: { size: "xs" } },
    PasswordInput: { defaultProps: { size: "xs" } },
    Checkbox: { defaultProps: { size: "xs" } },
    SegmentedControl: { defaultProps: { size: "xs" } },
    Badge: { defaultProps: { size: "sm", radius: "sm", variant: "default" } },
    Popover: { defaultProps: { shadow: "md", transitionProps: { duration: 120 } } },
    Menu: { defaultProps: { shadow: "md", transitionProps: { duration: 120 } } },
    Modal: { defaultProps: { shadow: "md", transitionProps: { duration: 150 } } },
    Tooltip: { defaultProps: { openDelay: 400, transitionProps: { duration: 120 } } },
    Collapse: { defaultProps: { transitionDuration: 120 } },
    Tabs: { defaultProps: { keepMounted: false } },
    EmptyState: { defaultProps: { size: "sm" } },
  },
});

/** Where Mantine's derived colours would fail AA on paper, and the few names of our own that modules use. */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-body": "#fbfaf7",
    "--mantine-color-placeholder": "#78715f",
    "--mantine-color-error": "#a8261c",
    "--mantine-color-anchor": "#7a5206",
    "--mantine-color-dimmed": "#6b6559",
    "--mantine-color-disabled-color": "#8f8878",
    "--mantine-color-honey-text": "#7a5206",
    "--mantine-color-honey-outline": "#a87309",
    "--mantine-color-red-text": "#a8261c",
    "--mantine-color-red-filled": "#a8261c",
    "--mantine-color-red-outline": "#a8261c",
    "--skep-raised": "#f4f1ea",
    "--skep-sheet": "#fffefb",
    "--skep-line": "#e3dfd5",
    "--skep-line-strong": "#8f8878",
    "--skep-hover": "#efece4",
    "--skep-focus": "#a87309",
    "--skep-ok": "#2c6a33",
    "--skep-bad": "#a8261c",
    "--skep-bad-paper": "#fbefec",
    "--skep-warn": "#7a5206",
    "--skep-warn-paper": "#fdf3dc",
    "--skep-added": "#e3f0e0",
    "--skep-removed": "#fbe6e1",
    "--skep-code-keyword": "#7a5206",
    "--skep-code-string": "#2c6a33",
    "--skep-code-number": "#1b5e8c",
  },
  dark: {
    "--mantine-color-placeholder": "#948d7f",
    "--mantine-color-error": "#f2877b",
    "--mantine-color-anchor": "#f1bc3c",
    "--mantine-color-disabled-color": "#7d776b",
    "--mantine-color-honey-text": "#f1bc3c",
    "--mantine-color-honey-outline": "#d9990f",
    "--mantine-color-red-text": "#f2877b",
    "--mantine-color-red-filled": "#a8261c",
    "--mantine-color-red-outline": "#f2877b",
    "--skep-raised": "#201d1a",
    "--skep-sheet": "#1e1c18",
    "--skep-line": "#33302a",
    "--skep-line-strong": "#6f695e",
    "--skep-hover": "#2a2723",
    "--skep-focus": "#f1bc3c",
    "--skep-ok": "#8cc98f",
    "--skep-bad": "#f2877b",
    "--skep-bad-paper": "#33201d",
    "--skep-warn": "#f1bc3c",
    "--skep-warn-paper": "#332a16",
    "--skep-added": "#22341f",
    "--skep-removed": "#3b2320",
    "--skep-code-keyword": "#f1bc3c",
    "--skep-code-string": "#8cc98f",
    "--skep-code-number": "#8fc1e3",
  },
});
