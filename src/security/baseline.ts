/** Findings that a team has seen: only new ones count. A file that is meant for git. */
import type { Finding } from '../types/envelope.js';
import { McptestError } from '../util/errors.js';
import { isObject, ownValue } from '../util/plain.js';
import { oneLine } from '../util/text.js';

export type BaselineEntry = Pick<Finding, 'rule' | 'server' | 'tool' | 'pointer'>;

export interface BaselineComparison {
  fresh: Finding[];
  known: number;
  /** Entries that nothing matches any more. */
  stale: BaselineEntry[];
}

export function compareBaseline(
  findings: readonly Finding[],
  entries: readonly BaselineEntry[],
): BaselineComparison {
  const open = new Set(entries.map(keyOf));
  const seen = new Set<string>();
  const fresh = findings.filter((finding) => {
    const key = keyOf(finding);
    if (finding.severity !== 'pass' && open.has(key)) seen.add(key);
    return finding.severity === 'pass' || !open.has(key);
  });
  const known = findings.length - fresh.length;
  return { fresh, known, stale: entries.filter((entry) => !seen.has(keyOf(entry))) };
}

export function writeBaseline(findings: readonly Finding[]): string {
  const entries = findings
    .filter(({ severity }) => severity !== 'pass')
    .map(({ rule, server, tool, pointer }) => ({ rule, server, tool, pointer }))
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return `${JSON.stringify({ version: 1, findings: entries }, null, 2)}\n`;
}

/** Throws `baseline-unreadable`. */
export function readBaseline(text: string, file: string): BaselineEntry[] {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    document = undefined;
  }
  const entries = ownValue(document, 'findings');
  if (
    ownValue(document, 'version') !== 1 ||
    !Array.isArray(entries) ||
    !entries.every((entry) => isObject(entry) && typeof entry.rule === 'string')
  ) {
    throw new McptestError({
      code: 'baseline-unreadable',
      message: `${oneLine(file)} is not a baseline of this version`,
      hint: 'Write one with --update.',
    });
  }
  return entries as BaselineEntry[];
}

function keyOf({ rule, server, tool, pointer }: BaselineEntry): string {
  return JSON.stringify([rule, server ?? '', tool ?? '', pointer ?? '']);
}
