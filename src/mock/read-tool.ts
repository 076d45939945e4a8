/** A tool of a manifest: what it lists, and how it answers. */
import { omitUndefined } from '../util/omit-undefined.js';
import { ownValue } from '../util/plain.js';
import { ANSWER_KEYS, type RawRule, readRules } from './answers.js';
import { LISTS, type List } from './changes.js';
import type { MockTool } from './manifest.js';
import type { ManifestReader, Path } from './manifest-reader.js';
import { readNotices, readTaskSupport, readUpdates } from './protocol/read-protocol.js';
import { readAsk } from './read-ask.js';
import { readShown, SHOWN } from './shown.js';

const TOOL: ReadonlySet<string> = new Set([
  'name',
  'input_schema',
  'inputSchema',
  'output_schema',
  'outputSchema',
  'responses',
  'ask',
  'appears_after',
  'disappears_after',
  'announces',
  'updates',
  'notifies',
  'task',
  'becomes',
  ...SHOWN,
  ...ANSWER_KEYS,
]);

export type RawTool = Omit<MockTool, 'rules'> & { rules: RawRule[] };

export function readTool(item: unknown, path: Path, reader: ManifestReader): RawTool | undefined {
  const tool = reader.object(item, path, TOOL);
  if (!tool) return undefined;
  const inputKey = reader.spelling(tool, ['input_schema', 'inputSchema'], path);
  const input = reader.map(tool, inputKey, path) ?? {};
  const type = ownValue(input, 'type');
  if (type !== undefined && type !== 'object') {
    reader.report([...path, inputKey, 'type'], 'the input schema of a tool has type: object');
  }
  const output = reader.map(tool, reader.spelling(tool, ['output_schema', 'outputSchema'], path), path);
  const task = readTaskSupport(tool, path, reader);
  const def = omitUndefined({
    name: reader.requiredText(tool, 'name', path),
    ...readShown(tool, path, reader),
    inputSchema: type === undefined ? { type: 'object', ...input } : input,
    outputSchema: output,
    execution: task && { taskSupport: task.required ? 'required' : 'optional' },
  });
  return {
    def,
    ...(task && { task }),
    updates: readUpdates(tool, path, reader),
    notifies: readNotices(tool, path, reader),
    rules: readRules(tool, path, reader),
    ask: readAsk(tool, path, reader),
    announces: readAnnounces(tool, path, reader),
    ...readCalls(tool, 'appears_after', path, reader),
    ...readCalls(tool, 'disappears_after', path, reader),
    ...readBecomes(tool, def, path, reader),
  };
}

const BECOMES: ReadonlySet<string> = new Set(['after', 'input_schema', ...SHOWN]);

/** A rug pull, to see whether a client notices. */
function readBecomes(
  from: Record<string, unknown>,
  def: MockTool['def'],
  path: Path,
  reader: ManifestReader,
): Pick<MockTool, 'becomes'> {
  if (!Object.hasOwn(from, 'becomes')) return {};
  const at = [...path, 'becomes'];
  const other = reader.object(from.becomes, at, BECOMES);
  if (!other) return {};
  const after = ownValue(other, 'after') ?? 1;
  if (!Number.isSafeInteger(after) || (after as number) < 1)
    reader.report([...at, 'after'], '"after" must be a number of listings, 1 or more');
  const input = reader.map(other, 'input_schema', at);
  const inputSchema = input ? { type: 'object', ...input } : def.inputSchema;
  const changed = omitUndefined({ ...def, ...readShown(other, at, reader), inputSchema });
  return { becomes: { after: after as number, def: changed } };
}

function readAnnounces(tool: Record<string, unknown>, path: Path, reader: ManifestReader): List[] {
  const lists = reader.list(tool, 'announces', path);
  for (const [i, list] of lists.entries()) {
    if (!LISTS.includes(list as List))
      reader.report([...path, 'announces', i], `a list that changes is ${LISTS.join(', ')}`);
  }
  return lists as List[];
}

function readCalls(from: Record<string, unknown>, key: string, path: Path, reader: ManifestReader): object {
  const value = ownValue(from, key);
  if (value === undefined) return {};
  if (Number.isSafeInteger(value) && (value as number) > 0) return { [key]: value };
  reader.report([...path, key], `"${key}" must be a number of calls, 1 or more`);
  return {};
}
