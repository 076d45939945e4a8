/**
 * The assertion that would have caught a survivor: of the ideas of its family, the first that holds of every answer that
 * was seen and objects to the change. Nothing is proposed that was not tried.
 */
import { evaluate } from '../match/evaluate.js';
import { lookup, parseTarget } from '../match/target.js';
import { withoutVolatile } from '../match/volatile.js';
import { yamlString } from '../source/yaml-text.js';
import type { Assertion } from '../types/suite.js';
import { canonicalJson } from '../util/canonical-json.js';
import { isObject } from '../util/plain.js';
import type { Mutant } from './mutants.js';
import type { Answer } from './subject.js';

const WHOLES = ['result.structuredContent', 'result.content', 'result.contents', 'result.messages', 'error'];
const MAX_LINE = 2000;

export async function suggest(mutant: Mutant, seen: readonly Answer[]): Promise<string | undefined> {
  for (const idea of mutant.candidate.ideas()) {
    if (seen.length < 2 && Object.values(idea.matcher).some(isPassing)) continue;
    if (!(await objects(idea, mutant.answer))) continue;
    if (await passes(idea, seen)) return asLine(idea);
  }
  const whole = WHOLES.find((target) => differs(target, mutant.answer, seen));
  return whole === undefined ? undefined : asLine({ target: whole, matcher: { snapshot: true } });
}

/** A time or an id that is new at each call is no value to hold a server to. */
function isPassing(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  return (
    CLOCK.test(value) || withoutVolatile(value, ['timestamps', 'uuids', 'request_ids', 'durations']) !== value
  );
}

/** Seconds on a clock; a timetable has none. */
const CLOCK = /\b\d{1,2}:\d{2}:\d{2}\b/;

async function passes(idea: Assertion, seen: readonly Answer[]): Promise<boolean> {
  for (const answer of seen) if (await objects(idea, answer)) return false;
  return true;
}

async function objects(assertion: Assertion, answer: Answer): Promise<boolean> {
  const { outcome } = await evaluate(assertion, answer, { test: '' });
  return outcome !== 'pass';
}

/** All answers say the same there, and the change says something else. */
function differs(target: string, changed: Answer, seen: readonly Answer[]): boolean {
  const texts = new Set(seen.map((answer) => textAt(target, answer)));
  return texts.size === 1 && !texts.has(undefined) && !texts.has(textAt(target, changed));
}

function textAt(target: string, answer: Answer): string | undefined {
  const parsed = parseTarget(target);
  const found = parsed.problem ? undefined : lookup(answer, parsed.segments);
  return found?.found ? canonicalJson(found.value) : undefined;
}

/** `- target: matcher` on one line, as a list under `expect:` takes it. */
export function asLine({ target, matcher }: Assertion): string | undefined {
  const [name, ...others] = Object.keys(matcher);
  const isPlain = name === 'exact' && others.length === 0 && !isObject(matcher.exact);
  const line = `- ${key(target)}: ${flow(isPlain ? matcher.exact : matcher)}`;
  return line.length > MAX_LINE ? undefined : line;
}

function flow(value: unknown): string {
  if (typeof value === 'string') return yamlString(value);
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([name, inner]) => `${key(name)}: ${flow(inner)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

function key(text: string): string {
  return /^[A-Za-z_][\w.-]*(?:\[\d+\][\w.-]*)*$/.test(text) &&
    !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(text)
    ? text
    : JSON.stringify(text);
}
