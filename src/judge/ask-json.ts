/**
 * Asks a model for JSON that satisfies a schema, at temperature 0. Words around the JSON do no harm; an
 * answer without it, or with the wrong shape, is sent back with what is wrong, at most `retries` times.
 * Never throws for what a model or its provider does.
 */
import { validate } from '../json-schema/validate.js';
import type { Driver, FailureKind, Message, Turn, Usage } from '../types/driver.js';
import { canonicalJson } from '../util/canonical-json.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { clip } from '../util/text.js';
import { findJson } from './find-json.js';

export interface JsonQuestion {
  system: string;
  prompt: string;
  /** JSON Schema; the prompt shows it, too. */
  schema: unknown;
  /** How often a bad answer is sent back; 2 by default. */
  retries?: number;
  /** For each turn; 60 s by default. */
  timeout_ms?: number;
  max_output_tokens?: number;
  signal?: AbortSignal;
}

export interface JsonFailure {
  /** Why the model gave no answer, `refusal`, or `invalid` when no answer had the right shape. */
  kind: FailureKind | 'refusal' | 'invalid';
  message: string;
}

export interface JsonReply {
  model: string;
  /** Turns taken. */
  attempts: number;
  /** The sum over all turns; absent when a turn did not say. */
  usage?: Usage;
  answer?: { value: unknown };
  failure?: JsonFailure;
}

const LONGEST_ECHO = 20_000;

export async function askJson(driver: Driver, question: JsonQuestion): Promise<JsonReply> {
  const { retries = 2, timeout_ms = 60_000, max_output_tokens, signal, schema } = question;
  const messages: Message[] = [{ role: 'user', text: promptText(question) }];
  const turns: Turn[] = [];
  const reply = (rest: Pick<JsonReply, 'answer' | 'failure'>): JsonReply =>
    omitUndefined({ model: driver.model, attempts: turns.length, usage: sumUsage(turns), ...rest });
  for (;;) {
    const outcome = await driver.turn(messages, {
      tools: [],
      system: question.system,
      temperature: 0,
      timeout_ms,
      max_output_tokens,
      signal,
    });
    if ('failure' in outcome) {
      const { kind, message } = outcome.failure;
      return reply({ failure: { kind, message } });
    }
    const { turn } = outcome;
    turns.push(turn);
    if (turn.finish === 'refusal') {
      const said = turn.text ? `: ${clip(turn.text, 200)}` : '.';
      return reply({ failure: { kind: 'refusal', message: `${driver.model} declined to answer${said}` } });
    }
    const read = readAnswer(turn.text ?? '', schema);
    if ('value' in read) return reply({ answer: read });
    if (turns.length > retries) {
      const message = `${driver.model} gave no usable answer in ${turns.length} tries: ${read.problem}`;
      return reply({ failure: { kind: 'invalid', message } });
    }
    messages.push({
      role: 'assistant',
      turn: { calls: [], finish: 'stop', text: clip(turn.text ?? '', LONGEST_ECHO) },
    });
    messages.push({
      role: 'user',
      text: `${read.problem} Answer again with one JSON object and nothing else.`,
    });
  }
}

function promptText({ prompt, schema }: JsonQuestion): string {
  return `${prompt}\n\nAnswer with one JSON object that satisfies this JSON Schema, and nothing else:\n${JSON.stringify(schema)}`;
}

/** The one object that fits; where none does, what is wrong with the first. Two that differ are no answer. */
function readAnswer(text: string, schema: unknown): { value: unknown } | { problem: string } {
  const found = findJson(text);
  if (found.length === 0) return { problem: 'There is no JSON object in the answer.' };
  let problem: string | undefined;
  let answer: { value: unknown } | undefined;
  for (const value of found) {
    const { valid, errors } = validate(schema, value);
    if (valid && answer !== undefined && canonicalJson(value) !== canonicalJson(answer.value))
      return { problem: 'There are two answers, and they differ.' };
    if (valid) answer = { value };
    problem ??= errors
      .slice(0, 3)
      .map(({ pointer, message }) => `${pointer || 'The answer'} ${message}.`)
      .join(' ');
  }
  return answer ?? { problem: problem ?? 'The answer does not fit the schema.' };
}

function sumUsage(turns: readonly Turn[]): Usage | undefined {
  const usages = turns.flatMap(({ usage }) => usage ?? []);
  if (turns.length === 0 || usages.length < turns.length) return undefined;
  const add = (pick: (usage: Usage) => number) => usages.reduce((total, usage) => total + pick(usage), 0);
  return omitUndefined({
    input: add((usage) => usage.input),
    output: add((usage) => usage.output),
    total: add((usage) => usage.total),
    cached_input: add((usage) => usage.cached_input ?? 0) || undefined,
  });
}
