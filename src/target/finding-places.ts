/** Where a tool stands in a saved file, by the line of its name. */
import type { Finding } from '../types/envelope.js';
import type { FindingPlace } from '../types/findings-report.js';

export type Places = (finding: Finding) => FindingPlace | undefined;

/** The first use of a name counts; a file on one line has one line. */
export function placesIn(file: string, text: string): Places {
  const lines = new Map<string, number>();
  let line = 1;
  let at = 0;
  for (const match of text.matchAll(/"name"\s{0,20}:\s{0,20}("(?:[^"\\]|\\.){0,1000}")/g)) {
    for (let next = text.indexOf('\n', at); next >= 0 && next < match.index; next = text.indexOf('\n', at)) {
      line += 1;
      at = next + 1;
    }
    const name = nameIn(match[1] ?? '');
    if (name !== undefined && !lines.has(name)) lines.set(name, line);
  }
  return ({ tool }) => ({ file, line: (tool === undefined ? undefined : lines.get(tool)) ?? 1 });
}

function nameIn(json: string): string | undefined {
  try {
    return JSON.parse(json) as string;
  } catch {
    return undefined;
  }
}
