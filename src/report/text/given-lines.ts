/** The lines of a report that there is something to say for. */
export function givenLines(...lines: (string | undefined)[]): string[] {
  return lines.filter((line) => line !== undefined);
}

/** A line with a value in it, where there is the value. */
export function lineOf<T>(value: T | undefined, write: (value: T) => string): string | undefined {
  return value === undefined ? undefined : write(value);
}
