/** How a tool of a manifest answers: `response`, `error`, `is_error`, `responses` → ordered rules. */
import type { ProgressNote } from '../types/connection.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { isObject, ownValue } from '../util/plain.js';
import { readLog } from './log.js';
import type { Answer, AnswerRule, LogLine } from './manifest.js';
import { kindOf, type ManifestReader, type Path } from './manifest-reader.js';
import { templateProblems } from './template.js';

/** The keys of one answer, wherever it stands. */
export const ANSWER_KEYS = ['response', 'error', 'is_error', 'delay', 'progress', 'log', 'count'] as const;

const OUTCOMES = ['response', 'error', 'is_error'] as const;
const STEP_KEYS: ReadonlySet<string> = new Set(ANSWER_KEYS);
const RULE_KEYS: ReadonlySet<string> = new Set([...ANSWER_KEYS, 'when', 'sequence', 'cycle']);
const RESULT_KEYS: ReadonlySet<string> = new Set([
  'content',
  'structuredContent',
  'structured_content',
  'isError',
  'is_error',
  '_meta',
]);
const ERROR_KEYS: ReadonlySet<string> = new Set(['code', 'message', 'data']);
const NOTE_KEYS: ReadonlySet<string> = new Set(['progress', 'total', 'message']);
/** What templates and conditions may read. */
export const ROOTS = ['args', 'call_count', 'counters', 'asked'];

/** Conditions as they stand in the manifest: their matchers are checked when `match/` is loaded. */
export interface RawRule extends Omit<AnswerRule, 'when'> {
  when?: { path: Path; conditions: Record<string, unknown> };
}

/** `delay`, `progress`, `log` and `count` of the tool hold for every answer that has none of its own. */
interface Inherited {
  delay_ms: number;
  progress: ProgressNote[];
  log: LogLine[];
  count: Record<string, unknown>;
}

export function readRules(tool: Record<string, unknown>, path: Path, reader: ManifestReader): RawRule[] {
  const inherited: Inherited = {
    delay_ms: reader.duration(tool, 'delay', path) ?? 0,
    progress: readProgress(tool, path, reader) ?? [],
    log: readLog(tool, path, reader) ?? [],
    count: readCount(tool, path, reader) ?? {},
  };
  const rules: RawRule[] = [];
  for (const [i, item] of reader.list(tool, 'responses', path).entries()) {
    const rule = readRule(item, [...path, 'responses', i], reader, inherited);
    if (rule) rules.push(rule);
  }
  if (OUTCOMES.some((key) => Object.hasOwn(tool, key))) {
    const answer = readAnswer(tool, path, reader, inherited);
    if (answer) rules.push({ steps: [answer], cycle: false });
  }
  return rules;
}

function readRule(
  item: unknown,
  path: Path,
  reader: ManifestReader,
  inherited: Inherited,
): RawRule | undefined {
  const rule = reader.object(item, path, RULE_KEYS);
  if (!rule) return undefined;
  const conditions = reader.map(rule, 'when', path);
  const when = conditions && { path: [...path, 'when'], conditions };
  const cycle = reader.flag(rule, 'cycle', path) ?? false;
  if (!Object.hasOwn(rule, 'sequence')) {
    if (cycle) reader.report([...path, 'cycle'], '"cycle" belongs beside a "sequence"', 'key');
    const answer = readAnswer(rule, path, reader, inherited);
    return answer && { when, steps: [answer], cycle: false };
  }
  for (const key of OUTCOMES) {
    if (Object.hasOwn(rule, key))
      reader.report([...path, key], `"${key}" and "sequence" exclude each other`, 'key');
  }
  const own: Inherited = {
    delay_ms: reader.duration(rule, 'delay', path) ?? inherited.delay_ms,
    progress: readProgress(rule, path, reader) ?? inherited.progress,
    log: readLog(rule, path, reader) ?? inherited.log,
    count: readCount(rule, path, reader) ?? inherited.count,
  };
  const steps: Answer[] = [];
  const items = reader.list(rule, 'sequence', path);
  if (items.length === 0) reader.report([...path, 'sequence'], '"sequence" needs at least one answer');
  for (const [i, step] of items.entries()) {
    const at = [...path, 'sequence', i];
    const map = reader.object(step, at, STEP_KEYS);
    const answer = map && readAnswer(map, at, reader, own);
    if (answer) steps.push(answer);
  }
  return { when, steps, cycle };
}

function readAnswer(
  from: Record<string, unknown>,
  path: Path,
  reader: ManifestReader,
  inherited: Inherited,
): Answer | undefined {
  const given = OUTCOMES.filter((key) => Object.hasOwn(from, key));
  const [outcome, another] = given;
  if (outcome === undefined) {
    reader.report(path, 'an answer needs "response", "error" or "is_error"');
    return undefined;
  }
  if (another !== undefined) {
    reader.report([...path, another], `"${outcome}" and "${another}" exclude each other`, 'key');
    return undefined;
  }
  const reply = READERS[outcome](from, path, reader);
  if (!reply) return undefined;
  for (const problem of templateProblems('result' in reply ? reply.result : reply.error, ROOTS)) {
    const inside = outcome === 'is_error' ? [] : problem.path;
    reader.report([...path, outcome, ...inside], problem.message);
  }
  return {
    reply,
    delay_ms: reader.duration(from, 'delay', path) ?? inherited.delay_ms,
    progress: readProgress(from, path, reader) ?? inherited.progress,
    log: readLog(from, path, reader) ?? inherited.log,
    count: readCount(from, path, reader) ?? inherited.count,
  };
}

type ReplyReader = (
  from: Record<string, unknown>,
  path: Path,
  reader: ManifestReader,
) => Answer['reply'] | undefined;

const READERS: Record<(typeof OUTCOMES)[number], ReplyReader> = {
  response: (from, path, reader) => readResult(from.response, [...path, 'response'], reader),
  error: (from, path, reader) => readError(from.error, [...path, 'error'], reader),
  is_error: readIsError,
};

function readResult(value: unknown, path: Path, reader: ManifestReader): Answer['reply'] | undefined {
  const from = reader.object(value, path, RESULT_KEYS);
  if (!from) return undefined;
  const structuredKey = reader.spelling(from, ['structuredContent', 'structured_content'], path);
  const structured = ownValue(from, structuredKey);
  const content = reader.list(from, 'content', path);
  for (const [i, block] of content.entries()) {
    if (!isObject(block) || typeof ownValue(block, 'type') !== 'string') {
      reader.report([...path, 'content', i], 'a content block is a map with a "type", such as text');
    }
  }
  if (!Object.hasOwn(from, 'content') && structured === undefined) {
    reader.report(path, 'a response needs "content" or "structuredContent"');
  }
  const isErrorKey = reader.spelling(from, ['isError', 'is_error'], path);
  const isError = reader.flag(from, isErrorKey, path);
  const meta = reader.map(from, '_meta', path);
  const result = omitUndefined({
    // Absent content is made from the structured content when the templates have been filled.
    content: Object.hasOwn(from, 'content') ? content : undefined,
    structuredContent: structured,
    isError,
    _meta: meta,
  });
  return { result };
}

export function readError(value: unknown, path: Path, reader: ManifestReader): Answer['reply'] | undefined {
  const from = reader.object(value, path, ERROR_KEYS);
  if (!from) return undefined;
  const code = ownValue(from, 'code') ?? -32000;
  if (typeof code !== 'number' || !Number.isSafeInteger(code)) {
    reader.report([...path, 'code'], '"code" must be a whole number');
    return undefined;
  }
  const message = reader.requiredText(from, 'message', path);
  return { error: omitUndefined({ code, message, data: ownValue(from, 'data') }) };
}

function readIsError(
  from: Record<string, unknown>,
  path: Path,
  reader: ManifestReader,
): Answer['reply'] | undefined {
  const text = reader.text(from, 'is_error', path);
  return text === undefined ? undefined : { result: { content: [{ type: 'text', text }], isError: true } };
}

function readCount(
  from: Record<string, unknown>,
  path: Path,
  reader: ManifestReader,
): Record<string, unknown> | undefined {
  const count = reader.map(from, 'count', path);
  for (const [name, by] of Object.entries(count ?? {})) {
    const at = [...path, 'count', name];
    if (!reader.counters.has(name)) reader.report(at, `there is no counter "${name}" in "counters"`, 'key');
    if (typeof by !== 'number' && typeof by !== 'string')
      reader.report(at, 'a counter is counted by a number');
    for (const problem of templateProblems(by, ROOTS)) reader.report(at, problem.message);
  }
  return count;
}

function readProgress(
  from: Record<string, unknown>,
  path: Path,
  reader: ManifestReader,
): ProgressNote[] | undefined {
  if (!Object.hasOwn(from, 'progress')) return undefined;
  const items = reader.list(from, 'progress', path);
  return items.map((item, i): ProgressNote => {
    const at = [...path, 'progress', i];
    if (typeof item === 'string') return { progress: i + 1, total: items.length, message: item };
    if (typeof item === 'number') return { progress: item };
    const note = reader.object(item, at, NOTE_KEYS);
    if (!note) return { progress: i + 1 };
    for (const key of ['progress', 'total']) {
      const value = ownValue(note, key);
      if (value !== undefined && typeof value !== 'number') {
        reader.report([...at, key], `"${key}" must be a number, not ${kindOf(value)}`);
      }
    }
    const { progress = i + 1, total } = note as Partial<ProgressNote>;
    return omitUndefined({ progress, total, message: reader.text(note, 'message', at) });
  });
}
