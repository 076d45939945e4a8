/** The most that a suite, or a file that it imports, may hold. */
export const MAX_BYTES = 1_000_000;
