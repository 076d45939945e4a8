/**
 * `--reporter ndjson`: one JSON object a line. A header, each result in the order of the plan, and a last
 * line with everything that is known only at the end. The three makers of lines serve the live stream too,
 * so that a stream and a later rendering of the saved run are the same bytes.
 */
import { catalogKeys } from '../envelope/blobs.js';
import type { CaseResult, RunEnvelope } from '../types/envelope.js';
import type { Reporter } from '../types/reporter.js';
import { printableJson } from '../util/printable-json.js';

export const ndjson: Reporter = (envelope) =>
  [headerLine(envelope), ...envelope.results.map(resultLines()), summaryLine(envelope)].join('');

export type RunHeader = Pick<RunEnvelope, '$schema' | 'version' | 'run_id' | 'started_at'>;

export function headerLine({ $schema, version, run_id, started_at }: RunHeader): string {
  return line({ type: 'run', $schema, version, run_id, started_at });
}

/** Lines of results in their order. Tools that a row before was shown are named by number, not told again. */
export function resultLines(): (result: CaseResult) => string {
  const keyOf = catalogKeys();
  const places = new Map<string, number>();
  return (result) => {
    const { trace } = result;
    if (trace?.catalog === undefined) return line({ type: 'result', ...result });
    const { catalog, ...rest } = trace;
    const key = keyOf(catalog);
    const known = places.get(key);
    places.set(key, known ?? places.size);
    const tools = known === undefined ? { catalog } : {};
    return line({
      type: 'result',
      ...result,
      trace: { ...rest, ...tools, shared_catalog: known ?? places.size - 1 },
    });
  };
}

const SAID_BEFORE = new Set(['$schema', 'version', 'run_id', 'started_at', 'results']);

export function summaryLine(envelope: RunEnvelope): string {
  const rest = Object.entries(envelope).filter(([key]) => !SAID_BEFORE.has(key));
  return line({ type: 'summary', ...Object.fromEntries(rest) });
}

function line(value: object): string {
  return `${printableJson(JSON.stringify(value))}\n`;
}
