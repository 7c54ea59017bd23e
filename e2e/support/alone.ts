/**
 * For tests that measure time: `npm test` runs them one at a time, after all others, of which two run side by side. Without it, a
 * test shares the machine.
 */
export const ALONE = "@alone";
