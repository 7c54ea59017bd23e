/** What the person typed can't be used: ends the command with exit code 2. */
export class UsageError extends Error {}
