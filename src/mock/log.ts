/** `log:` of an answer: lines for the client, as severe as it wants them. */
import { CODE, META } from '../rpc-server/eras.js';
import { type Exchange, RpcFault } from '../rpc-server/rpc.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { ownValue } from '../util/plain.js';
import type { LogLine } from './manifest.js';
import type { ManifestReader, Path } from './manifest-reader.js';
import type { Peer } from './peer.js';

/** Least severe first. */
const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];
const KEYS: ReadonlySet<string> = new Set(['level', 'data', 'logger']);

export function readLog(
  from: Record<string, unknown>,
  path: Path,
  reader: ManifestReader,
): LogLine[] | undefined {
  if (!Object.hasOwn(from, 'log')) return undefined;
  return reader.list(from, 'log', path).flatMap((item, i): LogLine[] => {
    const at = [...path, 'log', i];
    if (typeof item === 'string') return [{ level: 'info', data: item }];
    const line = reader.object(item, at, KEYS);
    if (!line) return [];
    const level = reader.text(line, 'level', at) ?? 'info';
    if (!LEVELS.includes(level))
      reader.report([...at, 'level'], `"level" must be one of ${LEVELS.join(', ')}`);
    if (!Object.hasOwn(line, 'data')) reader.report(at, '"data" is missing');
    return [omitUndefined({ level, data: line.data, logger: reader.text(line, 'logger', at) })];
  });
}

/** `logging/setLevel` of the legacy era. */
export function setLevel({ params, peer }: Exchange<Peer>): Record<string, unknown> {
  const level = ownValue(params, 'level');
  if (typeof level !== 'string' || !LEVELS.includes(level)) {
    throw new RpcFault(CODE.invalidParams, `Invalid params: level is one of ${LEVELS.join(', ')}`);
  }
  peer.logLevel = level;
  return {};
}

/** Modern clients say with each request whether they want to hear anything at all. */
export function isWanted({ level }: LogLine, { era, params, peer }: Exchange<Peer>): boolean {
  const least =
    era === 'modern' ? ownValue(ownValue(params, '_meta'), META.logLevel) : (peer.logLevel ?? 'debug');
  return typeof least === 'string' && LEVELS.indexOf(level) >= Math.max(0, LEVELS.indexOf(least));
}
