/** A row as it was read, and why one cannot be. */

export interface ReadRow {
  line: number;
  values: Record<string, unknown>;
  /** What it is named by, where that is not its values: nothing of the environment stands in a name. */
  written?: Record<string, unknown>;
}

/** Something is wrong with a file of cases. */
export class BadCases extends Error {
  constructor(
    message: string,
    readonly line = 1,
    readonly hint: string | null = null,
    /** Where it is not the file that the cases are of. */
    readonly file?: string,
  ) {
    super(message);
  }
}

const MAX_DEPTH = 100;

export function tooDeep(value: unknown, levels = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => tooDeep(inner, levels - 1));
}

export function nestedTooDeep(line: number): BadCases {
  return new BadCases(`nested deeper than ${MAX_DEPTH} levels`, line);
}
