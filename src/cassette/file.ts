/**
 * The text of a cassette: sorted keys, so that recording the same again gives the same bytes. Reading
 * checks the parts that replay relies on; a newer version or a broken file is told, never guessed at.
 */
import type { Cassette } from '../types/cassette.js';
import { canonicalJson } from '../util/canonical-json.js';
import { EXIT, McptestError } from '../util/errors.js';
import { sha256 } from '../util/hash.js';
import { isObject, own } from '../util/plain.js';
import { oneLine } from '../util/text.js';

export const CASSETTE_VERSION = 1;

export function cassetteText(cassette: Cassette): string {
  const sorted = JSON.parse(canonicalJson(cassette)) as Cassette;
  // Tool definitions keep their own order: a token count depends on it.
  sorted.catalogs = cassette.catalogs;
  return `${JSON.stringify(sorted, null, 2)}\n`;
}

/** `name` is shown in messages. Throws `invalid-cassette` or `newer-cassette`, exit 2. */
export function readCassette(text: string, name: string): Cassette {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw invalid(name, `it is not JSON (${oneLine((cause as Error).message)})`, cause);
  }
  const version = own(value, 'version');
  if (typeof version === 'number' && version > CASSETTE_VERSION) {
    throw new McptestError({
      code: 'newer-cassette',
      message: `The cassette ${oneLine(name)} has version ${version}; this mcptest reads up to ${CASSETTE_VERSION}.`,
      hint: 'Update mcptest, or record the test again.',
      exitCode: EXIT.usage,
    });
  }
  const problem = version === CASSETTE_VERSION ? problemOf(value) : 'it has no `version`';
  if (problem !== undefined) throw invalid(name, problem);
  return value as Cassette;
}

/** The fingerprint that a catalogue carries, so that an edited one is noticed. */
export function catalogHash(tools: unknown): string {
  return sha256(canonicalJson(tools)).slice(0, 16);
}

function problemOf(value: unknown): string | undefined {
  for (const key of ['suite', 'test']) if (typeof own(value, key) !== 'string') return `it has no \`${key}\``;
  for (const key of ['subject', 'servers', 'models'])
    if (!isObject(own(value, key))) return `it has no \`${key}\``;
  const catalogs = own(value, 'catalogs');
  if (!Array.isArray(catalogs)) return 'it has no `catalogs`';
  for (const one of catalogs) {
    const tools = own(one, 'tools');
    if (!isObject(tools) || Object.values(tools).some((list) => !isListOf(list, isNamed)))
      return 'a catalogue in it cannot be read';
  }
  for (const [model, recorded] of Object.entries(own(value, 'models') as object)) {
    const runs = own(recorded, 'runs');
    if (!isListOf(runs, (run) => isRun(run, catalogs.length)))
      return `the runs of ${oneLine(model)} cannot be read`;
  }
  return undefined;
}

function isRun(run: unknown, catalogs: number): boolean {
  const index = own(run, 'catalog');
  const inside = typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < catalogs;
  const deeds = own(run, 'deeds');
  return inside && isListOf(own(run, 'events'), isEvent) && (deeds === undefined || areDeeds(deeds));
}

function areDeeds(deeds: unknown): boolean {
  const faults = own(deeds, 'faults') ?? [];
  return (
    isListOf(own(deeds, 'calls'), (call) => typeof own(call, 'tool') === 'string') &&
    isListOf(faults, (fault) => typeof own(fault, 'kind') === 'string') &&
    isListOf(own(deeds, 'notes') ?? [], (note) => typeof note === 'string') &&
    typeof own(deeds, 'text') === 'string' &&
    (own(deeds, 'check') === undefined || isCheck(own(deeds, 'check')))
  );
}

/** Not a pass: what went well has no check. */
function isCheck(check: unknown): boolean {
  return (
    ['target', 'matcher', 'message'].every((key) => typeof own(check, key) === 'string') &&
    ['fail', 'inconclusive'].includes(own(check, 'outcome') as string)
  );
}

function isEvent(event: unknown): boolean {
  const turn = own(event, 'turn');
  if (turn !== undefined) return Array.isArray(own(turn, 'calls')) && typeof own(turn, 'finish') === 'string';
  return (
    typeof own(event, 'server') === 'string' &&
    typeof own(event, 'method') === 'string' &&
    typeof own(own(event, 'reply'), 'kind') === 'string'
  );
}

function isNamed(tool: unknown): boolean {
  return typeof own(tool, 'name') === 'string';
}

function isListOf(value: unknown, test: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(test);
}

function invalid(name: string, why: string, cause?: unknown): McptestError {
  return new McptestError({
    code: 'invalid-cassette',
    message: `The cassette ${oneLine(name)} cannot be used: ${why}.`,
    hint: 'Record the test again with `mcptest run --record`, or delete the file.',
    exitCode: EXIT.usage,
    cause,
  });
}
