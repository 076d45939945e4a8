/** The headers of the modern era that mirror the body: each must be there, and say the same. */
import type { IncomingHttpHeaders } from 'node:http';
import { isObject, ownValue } from '../util/plain.js';
import { CODE, claimedVersion, envelopeFault } from './eras.js';
import { RpcFault } from './rpc.js';

const NAMED_BY: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
]);

/** Throws `RpcFault` (-32020, HTTP 400) when a header is missing or disagrees. */
export function checkModernHeaders(
  headers: IncomingHttpHeaders,
  method: string,
  params: unknown,
  inputSchema: (tool: string) => unknown,
): void {
  // A broken envelope is the greater fault: then only a header that contradicts it counts.
  const isBroken = envelopeFault(params) !== undefined;
  const mirrors = { 'MCP-Protocol-Version': claimedVersion(params), 'Mcp-Method': method };
  for (const [name, expected] of Object.entries(mirrors)) {
    if (!isBroken || headers[name.toLowerCase()] !== undefined) compare(headers, name, expected);
  }
  if (isBroken) return;
  const key = NAMED_BY.get(method);
  const named = key === undefined ? undefined : ownValue(params, key);
  if (typeof named !== 'string') return;
  compare(headers, 'Mcp-Name', named);
  if (method !== 'tools/call') return;
  for (const { header, path } of headerParameters(inputSchema(named))) {
    const value = path.reduce<unknown>((at, part) => ownValue(at, part), ownValue(params, 'arguments'));
    if (value !== undefined && value !== null) compare(headers, `Mcp-Param-${header}`, value);
  }
}

function compare(headers: IncomingHttpHeaders, name: string, expected: unknown): void {
  const raw = headers[name.toLowerCase()];
  const value = typeof raw === 'string' ? decode(raw) : undefined;
  const same =
    typeof expected === 'number' && value !== undefined
      ? Number(value) === expected
      : value === String(expected);
  if (same) return;
  const fault = raw === undefined ? 'is missing' : 'does not agree with the body';
  throw new RpcFault(CODE.headerMismatch, `Header mismatch: ${name} ${fault}`, { header: name }, 400);
}

/** Text that a header cannot hold travels as `=?base64?…?=`. */
function decode(value: string): string | undefined {
  if (!(value.startsWith('=?base64?') && value.endsWith('?='))) return value;
  const payload = value.slice(9, -2);
  const bytes = Buffer.from(payload, 'base64');
  return bytes.toString('base64') === payload ? bytes.toString('utf8') : undefined;
}

/** Properties that the schema wants mirrored with `x-mcp-header`. */
function headerParameters(schema: unknown, path: string[] = []): { header: string; path: string[] }[] {
  const properties = ownValue(schema, 'properties');
  if (!isObject(properties) || path.length > 16) return [];
  return Object.entries(properties).flatMap(([key, child]) => {
    const header = ownValue(child, 'x-mcp-header');
    const inner = headerParameters(child, [...path, key]);
    return typeof header === 'string' ? [{ header, path: [...path, key] }, ...inner] : inner;
  });
}
