import { useMantineColorScheme } from "@mantine/core";
import { useEffect } from "react";
import { useSlice } from "#view/stores-context.tsx";

/** Puts the theme of the settings onto the page. Mantine remembers it for the first paint of the next visit. */
export function useThemeSetting(): void {
  const theme = useSlice("settings", (state) => state.settings.theme);
  const loaded = useSlice("settings", (state) => state.loaded);
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => {
    if (loaded) setColorScheme(theme);
  }, [theme, loaded, setColorScheme]);
}
