/** Where a tool stands in a saved file, by the line of its name. */
import type { Finding } from '../types/envelope.js';
import type { FindingPlace } from '../types/findings-report.js';

export type Places = (finding: Finding) => FindingPlace | undefined;

/** The first use of a name counts; a file on one line has one line. */
export function placesIn(file: string, readText: () => string): Places {
  // Looked for once somebody asks: few formats do.
  let lines: Map<string, number> | undefined;
  return ({ tool }) => {
    lines ??= linesOfNames(readText());
    return { file, line: (tool === undefined ? undefined : lines.get(tool)) ?? 1 };
  };
}

function linesOfNames(text: string): Map<string, number> {
  const lines = new Map<string, number>();
  let line = 1;
  // Kept from name to name: a file on one line would be searched to its end for each of them.
  let end = endOfLine(text, 0);
  for (const match of text.matchAll(/"name"\s{0,20}:\s{0,20}("(?:[^"\\]|\\.){0,1000}")/g)) {
    while (end < match.index) {
      line += 1;
      end = endOfLine(text, end + 1);
    }
    const name = nameIn(match[1] ?? '');
    if (name !== undefined && !lines.has(name)) lines.set(name, line);
  }
  return lines;
}

function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at;
}

function nameIn(json: string): string | undefined {
  try {
    return JSON.parse(json) as string;
  } catch {
    return undefined;
  }
}
