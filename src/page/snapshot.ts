/** A run out of the fragment of an address: unpacked within bounds, and looked at before it is believed. */
import { upgradeFrom1 } from '../envelope/upgrade-from-1.js';
import type { RunData } from './page-data.js';

const MOST_BYTES = 20_000_000;

export async function unpack(packed: string): Promise<RunData> {
  const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
    char.charCodeAt(0),
  );
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST_BYTES) throw new Error('it unpacks to more than 20 MB');
    text += decoder.decode(value, { stream: true });
  }
  const data = current(JSON.parse(text + decoder.decode()));
  const fault = faultOf(data);
  if (fault !== undefined) throw new Error(fault);
  return data as RunData;
}

/** A link may have been made by an mcptest that wrote the version before. */
function current(data: unknown): unknown {
  if (!isObject(data) || !isObject(data.envelope) || data.envelope.version !== 1) return data;
  return { ...data, envelope: upgradeFrom1(data.envelope) };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
const isText = (value: unknown): boolean => typeof value === 'string';
const texts = (row: unknown, ...keys: string[]): boolean =>
  isObject(row) && keys.every((key) => isText(row[key]));

/** Why this is no run that the page can show. */
export function faultOf(data: unknown): string | undefined {
  if (!isObject(data) || !isObject(data.envelope) || !Array.isArray(data.problems)) return 'it holds no run';
  const { version, results, provenance, summary } = data.envelope;
  if (typeof version === 'number' && version > 2)
    return `it was made by a newer mcptest (version ${version})`;
  if (version !== 2 || !texts(data.envelope, 'run_id', 'started_at', 'verdict')) return 'it holds no run';
  if (!isObject(summary) || !Object.values(summary).every((count) => typeof count === 'number'))
    return 'its summary is damaged';
  if (!isObject(provenance) || !texts(provenance, 'tool_version', 'platform', 'node', 'mode'))
    return 'its provenance is damaged';
  const { servers, models } = provenance;
  if (!Array.isArray(servers) || !servers.every((server) => texts(server, 'name', 'transport', 'auth')))
    return 'its servers are damaged';
  if (!Array.isArray(models) || !models.every(isText)) return 'its models are damaged';
  if (!Array.isArray(results) || !results.every(isResult)) return 'a result is damaged';
  return data.problems.every((problem) => texts(problem, 'name', 'message', 'verdict'))
    ? undefined
    : 'a problem is damaged';
}

function isResult(row: unknown): boolean {
  return (
    texts(row, 'id', 'name', 'test', 'kind', 'verdict', 'file', 'repro') &&
    isObject(row) &&
    isObject(row.figures) &&
    Array.isArray(row.tags) &&
    row.tags.every(isText) &&
    Array.isArray(row.checks) &&
    row.checks.every((check) => texts(check, 'target', 'matcher', 'outcome', 'message')) &&
    (row.trace === undefined || (isObject(row.trace) && Array.isArray(row.trace.calls)))
  );
}
