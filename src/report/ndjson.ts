/**
 * `--reporter ndjson`: one JSON object a line. A header, each result in the order of the plan, and a last
 * line with everything that is known only at the end. The three makers of lines serve the live stream too,
 * so that a stream and a later rendering of the saved run are the same bytes.
 */
import type { CaseResult, RunEnvelope } from '../types/envelope.js';
import type { Reporter } from '../types/reporter.js';
import { printableJson } from '../util/printable-json.js';

export const ndjson: Reporter = (envelope) =>
  [headerLine(envelope), ...envelope.results.map(resultLine), summaryLine(envelope)].join('');

export type RunHeader = Pick<RunEnvelope, '$schema' | 'version' | 'run_id' | 'started_at'>;

export function headerLine({ $schema, version, run_id, started_at }: RunHeader): string {
  return line({ type: 'run', $schema, version, run_id, started_at });
}

export function resultLine(result: CaseResult): string {
  return line({ type: 'result', ...result });
}

const SAID_BEFORE = new Set(['$schema', 'version', 'run_id', 'started_at', 'results']);

export function summaryLine(envelope: RunEnvelope): string {
  const rest = Object.entries(envelope).filter(([key]) => !SAID_BEFORE.has(key));
  return line({ type: 'summary', ...Object.fromEntries(rest) });
}

function line(value: object): string {
  return `${printableJson(JSON.stringify(value))}\n`;
}
