/** Whether a cassette still answers what the suite asks: every change by name, and how to record again. */
import type { Cassette, CassetteSubject } from '../types/cassette.js';
import type { ToolDef } from '../types/catalog.js';
import { canonicalJson } from '../util/canonical-json.js';
import { EXIT, McptestError } from '../util/errors.js';
import { oneLine, plural } from '../util/text.js';
import { catalogHash } from './file.js';
import { changesBetween, describeChange } from './subject.js';

export interface CurrentQuestion {
  subject: CassetteSubject;
  model: { name: string; provider: string; model: string };
  /** The number of the last run that is wanted. */
  runs: number;
  /** By name, servers that need not be asked. */
  known: Record<string, KnownServer>;
}

/** What a server says to a model. */
export interface KnownServer {
  tools: ToolDef[];
  instructions?: string;
}

/** One sentence for each thing that changed; none when the cassette can be played. */
export function staleReasons(cassette: Cassette, now: CurrentQuestion): string[] {
  return [
    ...changesBetween(cassette.subject, now.subject),
    ...modelChanges(cassette, now),
    ...catalogChanges(cassette, now.known),
    ...instructionChanges(cassette, now.known),
  ];
}

function entryOf<T>(record: Record<string, T>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function modelChanges({ models }: Cassette, { model, runs }: CurrentQuestion): string[] {
  const name = oneLine(model.name);
  const recorded = entryOf(models, model.name);
  if (recorded === undefined) {
    const known = Object.keys(models).map(oneLine).join(', ');
    return [`the model changed: it is ${name}, and ${known || 'nothing'} was recorded`];
  }
  if (recorded.provider !== model.provider || recorded.model !== model.model) {
    const before = `${oneLine(recorded.model)} of ${oneLine(recorded.provider)}`;
    return [
      `the model changed: ${name} was ${before} and is ${oneLine(model.model)} of ${oneLine(model.provider)}`,
    ];
  }
  if (recorded.runs.length < runs)
    return [`${plural(recorded.runs.length, 'run')} of ${name} recorded, and ${runs} are asked for`];
  return [];
}

function catalogChanges({ catalogs }: Cassette, now: CurrentQuestion['known']): string[] {
  const out: string[] = [];
  for (const { hash, tools } of catalogs) {
    if (catalogHash(tools) !== hash)
      out.push('the catalogue in the cassette was edited: it is not the one that the model saw');
    for (const [server, list] of Object.entries(tools)) {
      const known = entryOf(now, server);
      if (known) out.push(...toolChanges(server, list, known.tools));
    }
  }
  return [...new Set(out)];
}

function instructionChanges({ servers }: Cassette, now: CurrentQuestion['known']): string[] {
  return Object.entries(servers).flatMap(([name, { instructions: before = '' }]) => {
    const known = entryOf(now, name);
    const current = known ? (known.instructions ?? '') : before;
    const change = `the instructions of the server \`${oneLine(name)}\` changed`;
    return before === current
      ? []
      : [`${change}${describeChange(before || undefined, current || undefined)}`];
  });
}

function toolChanges(server: string, before: ToolDef[], now: ToolDef[]): string[] {
  if (canonicalJson(before) === canonicalJson(now)) return [];
  const [old, current] = [byName(before), byName(now)];
  const list = (names: string[]) => names.map((name) => `\`${oneLine(name)}\``).join(', ');
  const added = [...current.keys()].filter((name) => !old.has(name));
  const removed = [...old.keys()].filter((name) => !current.has(name));
  const altered = [...current].filter(([name, text]) => old.has(name) && old.get(name) !== text);
  const parts: string[] = [];
  if (added.length > 0) parts.push(`added ${list(added)}`);
  if (removed.length > 0) parts.push(`removed ${list(removed)}`);
  if (altered.length > 0) parts.push(`altered ${list(altered.map(([name]) => name))}`);
  return [`the catalogue of the server \`${oneLine(server)}\` changed: ${parts.join('; ') || 'its order'}`];
}

function byName(tools: ToolDef[]): Map<string, string> {
  return new Map(tools.map((tool) => [tool.name, canonicalJson(tool)]));
}

export interface StaleCassette {
  /** As the user would write it. */
  file: string;
  test: string;
  reasons: string[];
  /** The command that records the test again. */
  again: string;
  /** The same with all other cases of it. */
  again_all: string;
}

/** More commands than this are not named one by one. */
const MOST_COMMANDS = 3;

/** A table of requests has a cassette for each, and one change makes all of them stale. */
function alike(stale: readonly StaleCassette[]): [StaleCassette, ...StaleCassette[]][] {
  const byReasons = new Map<string, [StaleCassette, ...StaleCassette[]]>();
  for (const one of stale) {
    const key = JSON.stringify(one.reasons);
    const group = byReasons.get(key);
    if (group) group.push(one);
    else byReasons.set(key, [one]);
  }
  return [...byReasons.values()];
}

export function staleError(stale: readonly StaleCassette[]): McptestError {
  const lines = alike(stale).flatMap(([{ file, test, reasons }, ...others]) => [
    `${oneLine(file)} (${oneLine(test)})${others.length > 0 ? ` and ${plural(others.length, 'other')}` : ''}`,
    ...reasons.map((reason) => `  - ${reason}`),
  ]);
  const noun = stale.length === 1 ? 'a cassette is' : `${stale.length} cassettes are`;
  const each = [...new Set(stale.map(({ again }) => again))];
  const commands = each.length > MOST_COMMANDS ? [...new Set(stale.map(({ again_all }) => again_all))] : each;
  return new McptestError({
    code: 'stale-cassette',
    message: `${noun} stale, so nothing was run:\n${lines.join('\n')}`,
    hint: `Record again with \`${commands.join('` and `')}\`, or run with --live.`,
    exitCode: EXIT.usage,
  });
}
