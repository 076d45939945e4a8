/** `ask:` of a tool in a manifest → the requests that the mock makes of its client. */
import { omitUndefined } from '../util/omit-undefined.js';
import { isObject, ownValue } from '../util/plain.js';
import type { MockQuestion } from './manifest.js';
import type { ManifestReader, Path } from './manifest-reader.js';
import { templateProblems } from './template.js';

const KEYS: ReadonlySet<string> = new Set([
  'as',
  'elicit',
  'schema',
  'url',
  'sample',
  'system',
  'max_tokens',
  'roots',
  'round',
  'optional',
]);
const KINDS = ['elicit', 'sample', 'roots'] as const;
const MAX_TOKENS = 1000;

export function readAsk(tool: Record<string, unknown>, path: Path, reader: ManifestReader): MockQuestion[] {
  const questions = reader.list(tool, 'ask', path).flatMap((item, i) => {
    const question = readQuestion(item, [...path, 'ask', i], reader);
    return question ? [question] : [];
  });
  const names = questions.map(({ as }) => as);
  for (const [i, name] of names.entries()) {
    if (names.indexOf(name) < i) reader.report([...path, 'ask', i, 'as'], `"${name}" is asked for twice`);
  }
  return questions;
}

function readQuestion(item: unknown, path: Path, reader: ManifestReader): MockQuestion | undefined {
  const from = reader.object(item, path, KEYS);
  if (!from) return undefined;
  const given = KINDS.filter((key) => Object.hasOwn(from, key));
  const [kind] = given;
  if (kind === undefined || given.length > 1) {
    reader.report(path, 'a question has one of "elicit", "sample" and "roots"');
    return undefined;
  }
  const as = reader.requiredText(from, 'as', path);
  const round = ownValue(from, 'round') ?? 1;
  if (!Number.isSafeInteger(round)) reader.report([...path, 'round'], '"round" must be a whole number');
  const optional = reader.flag(from, 'optional', path) ?? false;
  const question = { as, ...requestOf(kind, from, path, reader), round: Number(round), optional };
  for (const problem of templateProblems(question.params, ['args', 'asked']))
    reader.report(path, problem.message);
  return question;
}

function requestOf(
  kind: (typeof KINDS)[number],
  from: Record<string, unknown>,
  path: Path,
  reader: ManifestReader,
): Pick<MockQuestion, 'method' | 'params'> {
  if (kind === 'roots') return { method: 'roots/list', params: {} };
  if (kind === 'sample') {
    const text = reader.requiredText(from, 'sample', path);
    const system = reader.text(from, 'system', path);
    const most = ownValue(from, 'max_tokens') ?? MAX_TOKENS;
    if (!Number.isSafeInteger(most))
      reader.report([...path, 'max_tokens'], '"max_tokens" must be a whole number');
    const messages = [{ role: 'user', content: { type: 'text', text } }];
    const params = omitUndefined({ messages, maxTokens: most, systemPrompt: system });
    return { method: 'sampling/createMessage', params };
  }
  const message = reader.requiredText(from, 'elicit', path);
  const url = reader.text(from, 'url', path);
  if (url !== undefined) {
    return { method: 'elicitation/create', params: { mode: 'url', message, url, elicitationId: 'mock' } };
  }
  const schema = reader.map(from, 'schema', path) ?? {};
  const properties = ownValue(schema, 'properties');
  const requestedSchema = { type: 'object', ...schema, properties: isObject(properties) ? properties : {} };
  return { method: 'elicitation/create', params: { message, requestedSchema } };
}
