/**
 * `server.tool` ↔ a name that every provider takes: `[A-Za-z_][A-Za-z0-9_-]*`, at most 63 characters. One
 * rule for all providers, so that the models of a matrix see the same tools. The name of a tool depends
 * on its id alone (`weather.get` is always `weather__get`), whatever stands beside it; only where two names
 * would meet by accident does one of them carry a longer fingerprint.
 */
import { sha256 } from '../util/hash.js';

export interface ToolNames {
  /** Id → what the provider sees. */
  name(id: string): string | undefined;
  /** What the provider sees → id. */
  id(name: string): string | undefined;
}

const MAX_LENGTH = 63;
const FINGERPRINT = 8;

export function mapToolNames(ids: Iterable<string>): ToolNames {
  const names = new Map<string, string>();
  const owners = new Map<string, string>();
  // Exact names come first, then by id: the order in which the ids were given changes nothing.
  const all = [...new Set(ids)].sort().map((id) => ({ id, exact: exactName(id) }));
  const others = all.filter(({ exact }) => exact === undefined);
  for (const { id, exact } of [...all.filter((one) => one.exact !== undefined), ...others]) {
    let name = exact ?? withFingerprint(id, FINGERPRINT);
    for (let length = FINGERPRINT; owners.has(name); length += 4) name = withFingerprint(id, length + 4);
    names.set(id, name);
    owners.set(name, id);
  }
  return { name: (id) => names.get(id), id: (name) => owners.get(name) };
}

/** The readable name, when no other id can have the same one. */
function exactName(id: string): string | undefined {
  const match = /^([a-zA-Z][a-zA-Z0-9_-]*)\.([a-zA-Z0-9_-]+)$/.exec(id);
  if (!match || id.length + 1 > MAX_LENGTH) return undefined;
  const [, server, tool] = match as unknown as [string, string, string];
  const ambiguous = server.includes('__') || server.endsWith('_') || tool.startsWith('_');
  return ambiguous ? undefined : `${server}__${tool}`;
}

function withFingerprint(id: string, length: number): string {
  const readable = id.replace('.', '__').replace(/[^a-zA-Z0-9_-]/g, '_');
  const start = /^[a-zA-Z_]/.test(readable) ? readable : `_${readable}`;
  return `${start.slice(0, MAX_LENGTH - length - 1)}_${sha256(id).slice(0, length)}`;
}
