/**
 * The text of a cassette: sorted keys, so that recording the same again gives the same bytes. Reading
 * checks the parts that replay relies on; a newer version or a broken file is an error, never a guess.
 */
import type { Cassette } from '../types/cassette.js';
import { canonicalJson } from '../util/canonical-json.js';
import { EXIT, McptestError } from '../util/errors.js';
import { sha256 } from '../util/hash.js';
import { isObject, ownValue } from '../util/plain.js';
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
  const version = ownValue(value, 'version');
  if (typeof version === 'number' && version > CASSETTE_VERSION) {
    throw new McptestError({
      code: 'newer-cassette',
      message: `the cassette ${oneLine(name)} has version ${version}; this mcptest reads up to ${CASSETTE_VERSION}`,
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
  for (const key of ['suite', 'test'])
    if (typeof ownValue(value, key) !== 'string') return `it has no \`${key}\``;
  for (const key of ['subject', 'servers', 'models'])
    if (!isObject(ownValue(value, key))) return `it has no \`${key}\``;
  const catalogs = ownValue(value, 'catalogs');
  if (!Array.isArray(catalogs)) return 'it has no `catalogs`';
  for (const one of catalogs) {
    const tools = ownValue(one, 'tools');
    if (!isObject(tools) || Object.values(tools).some((list) => !isListOf(list, isNamed)))
      return 'a catalogue in it cannot be read';
  }
  for (const [model, recorded] of Object.entries(ownValue(value, 'models') as object)) {
    const runs = ownValue(recorded, 'runs');
    if (!isListOf(runs, (run) => isRun(run, catalogs.length)))
      return `the runs of ${oneLine(model)} cannot be read`;
  }
  return undefined;
}

function isRun(run: unknown, catalogs: number): boolean {
  const index = ownValue(run, 'catalog');
  const inside = typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < catalogs;
  const actions = ownValue(run, 'deeds');
  return (
    inside && isListOf(ownValue(run, 'events'), isEvent) && (actions === undefined || areActions(actions))
  );
}

function areActions(actions: unknown): boolean {
  const faults = ownValue(actions, 'faults') ?? [];
  return (
    isListOf(ownValue(actions, 'calls'), (call) => typeof ownValue(call, 'tool') === 'string') &&
    isListOf(faults, (fault) => typeof ownValue(fault, 'kind') === 'string') &&
    isListOf(ownValue(actions, 'notes') ?? [], (note) => typeof note === 'string') &&
    typeof ownValue(actions, 'text') === 'string' &&
    (ownValue(actions, 'check') === undefined || isCheck(ownValue(actions, 'check')))
  );
}

/** Not a pass: what went well has no check. */
function isCheck(check: unknown): boolean {
  return (
    ['target', 'matcher', 'message'].every((key) => typeof ownValue(check, key) === 'string') &&
    ['fail', 'inconclusive'].includes(ownValue(check, 'outcome') as string)
  );
}

function isEvent(event: unknown): boolean {
  const turn = ownValue(event, 'turn');
  if (turn !== undefined)
    return Array.isArray(ownValue(turn, 'calls')) && typeof ownValue(turn, 'finish') === 'string';
  return (
    typeof ownValue(event, 'server') === 'string' &&
    typeof ownValue(event, 'method') === 'string' &&
    typeof ownValue(ownValue(event, 'reply'), 'kind') === 'string'
  );
}

function isNamed(tool: unknown): boolean {
  return typeof ownValue(tool, 'name') === 'string';
}

function isListOf(value: unknown, test: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(test);
}

function invalid(name: string, why: string, cause?: unknown): McptestError {
  return new McptestError({
    code: 'invalid-cassette',
    message: `the cassette ${oneLine(name)} cannot be used: ${why}`,
    hint: 'Record the test again with `mcptest run --record`, or delete the file.',
    exitCode: EXIT.usage,
    cause,
  });
}
