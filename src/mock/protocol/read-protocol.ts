/** Keys of a manifest for the parts of the protocol beside tools, resources and prompts. */
import { omitUndefined } from '../../util/omit-undefined.js';
import { isObject, ownValue } from '../../util/plain.js';
import { readError } from '../answers.js';
import type { MockCompletion, MockRequest, MockTaskSupport } from '../manifest.js';
import type { ManifestReader, Path } from '../manifest-reader.js';
import { templateProblems } from '../template.js';

const keys = (...names: string[]): ReadonlySet<string> => new Set(names);
const COMPLETION = keys('by', 'of');
const REQUEST = keys('method', 'result', 'error', 'delay');
const NOTICE = keys('method', 'params');
const TASK = keys('required', 'ttl', 'poll', 'ask_first');

/** `complete:` of an argument: values that begin with what was typed; with `by` they depend on another argument. */
export function readCompletion(
  value: unknown,
  path: Path,
  reader: ManifestReader,
): MockCompletion | undefined {
  if (value === undefined) return undefined;
  if (Array.isArray(value)) return { values: texts(value, path, reader) };
  const map = reader.object(value, path, COMPLETION);
  if (!map) return undefined;
  const of: Record<string, string[]> = Object.create(null);
  for (const [key, list] of Object.entries(reader.map(map, 'of', path) ?? {})) {
    of[key] = texts(Array.isArray(list) ? list : [list], [...path, 'of', key], reader);
  }
  return { values: [], by: { argument: reader.requiredText(map, 'by', path), of } };
}

/** `complete:` of a resource template, a map from its variables. */
export function readCompletions(
  from: Record<string, unknown>,
  path: Path,
  reader: ManifestReader,
): Record<string, MockCompletion> {
  const out: Record<string, MockCompletion> = Object.create(null);
  for (const [name, value] of Object.entries(reader.map(from, 'complete', path) ?? {})) {
    const read = readCompletion(value, [...path, 'complete', name], reader);
    if (read) out[name] = read;
  }
  return out;
}

function texts(list: unknown[], path: Path, reader: ManifestReader): string[] {
  for (const [i, one] of list.entries()) {
    if (typeof one !== 'string') reader.report([...path, i], 'a value is text; quote it');
  }
  return list.map(String);
}

export function readRequest(item: unknown, path: Path, reader: ManifestReader): MockRequest | undefined {
  const from = reader.object(item, path, REQUEST);
  if (!from) return undefined;
  const method = reader.requiredText(from, 'method', path);
  const result = reader.map(from, 'result', path);
  const isFailing = Object.hasOwn(from, 'error');
  if ((result !== undefined) === isFailing) reader.report(path, 'a request has either "result" or "error"');
  for (const problem of templateProblems(result ?? {}, ['params']))
    reader.report([...path, 'result', ...problem.path], problem.message);
  const failure = isFailing ? readError(from.error, [...path, 'error'], reader) : undefined;
  return {
    method,
    reply: failure ?? { result: result ?? {} },
    delay_ms: reader.duration(from, 'delay', path) ?? 0,
  };
}

/** `updates:` of a tool — resources that each call says have changed. */
export function readUpdates(tool: Record<string, unknown>, path: Path, reader: ManifestReader): string[] {
  return texts(reader.list(tool, 'updates', path), [...path, 'updates'], reader);
}

/** `notifies:` of a tool — notifications of any method that each call sends. */
export function readNotices(
  tool: Record<string, unknown>,
  path: Path,
  reader: ManifestReader,
): { method: string; params?: Record<string, unknown> }[] {
  return reader.list(tool, 'notifies', path).flatMap((item, i) => {
    const at = [...path, 'notifies', i];
    const from = reader.object(item, at, NOTICE);
    if (!from) return [];
    return [
      omitUndefined({
        method: reader.requiredText(from, 'method', at),
        params: reader.map(from, 'params', at),
      }),
    ];
  });
}

const POLL_MS = 100;

/** `task:` of a tool — true, or a map; the tool then answers with a task. */
export function readTaskSupport(
  tool: Record<string, unknown>,
  path: Path,
  reader: ManifestReader,
): MockTaskSupport | undefined {
  const value = ownValue(tool, 'task');
  if (value === undefined || value === false) return undefined;
  const at = [...path, 'task'];
  if (value !== true && !isObject(value)) {
    reader.report(at, '"task" must be true or a map');
    return undefined;
  }
  const from = value === true ? {} : (reader.object(value, at, TASK) ?? {});
  return omitUndefined<MockTaskSupport>({
    required: reader.flag(from, 'required', at) ?? false,
    ask_first: reader.flag(from, 'ask_first', at) ?? false,
    ttl_ms: reader.duration(from, 'ttl', at),
    poll_ms: reader.duration(from, 'poll', at) ?? POLL_MS,
  });
}

/** `extensions:` — what the mock declares beside what it has; the client sees it as it stands. */
export function readExtensions(
  server: Record<string, unknown>,
  path: Path,
  reader: ManifestReader,
): Record<string, unknown> {
  const extensions = reader.map(server, 'extensions', path) ?? {};
  for (const [name, value] of Object.entries(extensions)) {
    if (!isObject(value))
      reader.report([...path, 'extensions', name], 'an extension is a map of its settings');
  }
  return extensions;
}
