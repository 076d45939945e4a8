/** What a cassette holds of one server: how it opened, its tools, and every request with its answer, in order. */
import type { Cassette, RecordedExchange } from '../types/cassette.js';
import type { ToolDef } from '../types/catalog.js';
import type { ConnectionInfo } from '../types/connection.js';
import { didYouMean } from '../util/did-you-mean.js';
import { EXIT, McptestError } from '../util/errors.js';
import { oneLine } from '../util/text.js';

export interface RecordedServer {
  name: string;
  info?: Omit<ConnectionInfo, 'capabilities'>;
  tools: ToolDef[];
  exchanges: RecordedExchange[];
}

/** `wanted` may be left out where there is one. Throws `unknown-server`. */
export function recordedServer(cassette: Cassette, wanted: string | undefined): RecordedServer {
  const events = Object.values(cassette.models).flatMap(({ runs }) => runs.flatMap((run) => run.events));
  const all = events.filter((event): event is RecordedExchange => 'server' in event);
  const names = [
    ...new Set([
      ...Object.keys(cassette.servers),
      ...cassette.catalogs.flatMap(({ tools }) => Object.keys(tools)),
      ...all.map(({ server }) => server),
    ]),
  ];
  const name = wanted ?? (names.length === 1 ? names[0] : undefined);
  if (name === undefined || !names.includes(name)) throw unknown(wanted, names);
  const listed = cassette.catalogs.flatMap((catalog) => catalog.tools[name] ?? []);
  const byName = new Map(listed.map((tool) => [tool.name, tool]));
  return {
    name,
    info: cassette.servers[name],
    tools: [...byName.values()],
    exchanges: all.filter(({ server }) => server === name),
  };
}

function unknown(wanted: string | undefined, names: string[]): McptestError {
  const near = wanted === undefined ? undefined : didYouMean(wanted, names);
  const message =
    wanted === undefined
      ? `the recording holds ${names.length === 0 ? 'no server' : 'several servers; name one'}`
      : `the recording contains no server ${oneLine(wanted)}`;
  return new McptestError({
    code: 'unknown-server',
    message,
    hint: near ? `Did you mean ${oneLine(near)}?` : `Recorded: ${names.map(oneLine).join(', ') || 'none'}.`,
    exitCode: EXIT.usage,
  });
}
