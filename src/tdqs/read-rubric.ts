/** `--rubric FILE`: another wording of the prompts, in YAML or JSON. What it leaves out stays ours. */
import { basename } from 'node:path';
import { didYouMean } from '../util/did-you-mean.js';
import { McptestError } from '../util/errors.js';
import { sha256 } from '../util/hash.js';
import { isObject, ownValue } from '../util/plain.js';
import { oneLine } from '../util/text.js';
import {
  DEFAULT_RUBRIC,
  type Rubric,
  type RubricPart,
  SERVER_PLACEHOLDERS,
  TOOL_PLACEHOLDERS,
} from './rubric.js';

const PARTS = { tool: TOOL_PLACEHOLDERS, server: SERVER_PLACEHOLDERS } as const;
const KEYS = ['id', 'tool', 'server'];

/** `document` is the parsed file. The id holds a hash of the wording: two texts never share one. */
export function readRubric(document: unknown, file: string): Rubric {
  if (!isObject(document)) throw bad(file, 'it is not a map with `tool` and `server`');
  for (const key of Object.keys(document)) {
    if (!KEYS.includes(key)) throw bad(file, `there is no key \`${oneLine(key)}\``, near(key, KEYS));
  }
  const tool = partOf(document, 'tool', file);
  const server = partOf(document, 'server', file);
  if (tool === undefined && server === undefined) throw bad(file, 'it has neither `tool` nor `server`');
  const named = ownValue(document, 'id');
  const name =
    typeof named === 'string' && /^[\w.-]{1,64}$/.test(named) ? named : basename(file).replace(/\.\w+$/, '');
  const rubric = { tool: tool ?? DEFAULT_RUBRIC.tool, server: server ?? DEFAULT_RUBRIC.server };
  return { id: `${name}@${sha256(JSON.stringify(rubric)).slice(0, 8)}`, ...rubric };
}

function partOf(
  document: Record<string, unknown>,
  part: 'tool' | 'server',
  file: string,
): RubricPart | undefined {
  const value = ownValue(document, part);
  if (value === undefined) return undefined;
  const [system, prompt] = [ownValue(value, 'system'), ownValue(value, 'prompt')];
  for (const [key, text] of [
    ['system', system],
    ['prompt', prompt],
  ] as const) {
    if (text !== undefined && (typeof text !== 'string' || text.trim() === '')) {
      throw bad(file, `\`${part}.${key}\` is not text`);
    }
  }
  if (system === undefined && prompt === undefined)
    throw bad(file, `\`${part}\` has neither \`system\` nor \`prompt\``);
  checkPlaceholders(String(prompt ?? ''), part, file);
  return {
    system: (system as string | undefined) ?? DEFAULT_RUBRIC[part].system,
    prompt: (prompt as string | undefined) ?? DEFAULT_RUBRIC[part].prompt,
  };
}

function checkPlaceholders(prompt: string, part: 'tool' | 'server', file: string): void {
  const known: readonly string[] = PARTS[part];
  for (const [, name = ''] of prompt.matchAll(/\{(\w{1,40})\}/g)) {
    if (!known.includes(name))
      throw bad(file, `\`${part}.prompt\` names {${name}}, which is not known`, near(name, known));
  }
}

function near(word: string, known: readonly string[]): string {
  const guess = didYouMean(word, known);
  return guess === undefined ? `Known: ${known.join(', ')}.` : `did you mean \`${guess}\`?`;
}

function bad(file: string, why: string, hint?: string): McptestError {
  return new McptestError({
    code: 'bad-rubric',
    message: `${oneLine(file)} is not a rubric: ${why}`,
    hint: hint ?? 'A rubric is a map with `tool` and `server`, each with `system` and `prompt`.',
  });
}
