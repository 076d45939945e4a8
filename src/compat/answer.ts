/** A live answer of a tool, and what of it gets lost. */
import { validate } from '../json-schema/validate.js';
import type { ToolDef } from '../types/catalog.js';
import type { CompatSubject } from '../types/compat.js';
import { deepJson } from '../util/deep-json.js';
import { isObject, ownValue } from '../util/plain.js';
import { clip } from '../util/text.js';
import { sizeOf, textOf } from './input-schema.js';

export interface AnsweredTool {
  place: number;
  tool: ToolDef;
  result: Record<string, unknown>;
  content: unknown[];
}

export function answeredTool({ catalog, answer }: CompatSubject): AnsweredTool | undefined {
  if (answer === undefined) return undefined;
  const place = catalog.tools.findIndex((one) => ownValue(one, 'name') === answer.tool);
  const tool = catalog.tools[place];
  if (tool === undefined) return undefined;
  const content = ownValue(answer.result, 'content');
  return { place, tool, result: answer.result, content: Array.isArray(content) ? content : [] };
}

export function textsOfContent(content: readonly unknown[]): string[] {
  return content.map(
    (block) => textOf(ownValue(block, 'text')) || textOf(ownValue(ownValue(block, 'resource'), 'text')),
  );
}

export function textSize(
  result: Record<string, unknown>,
  unit: string,
  countTokens?: (text: string) => number,
): { size: number; rows: number } {
  const content = ownValue(result, 'content');
  const structured = ownValue(result, 'structuredContent');
  const texts = Array.isArray(content) ? textsOfContent(content) : [];
  const whole = texts.join('\n') || (structured === undefined ? '' : deepJson(structured));
  const size = unit === 'tokens' && countTokens ? countTokens(whole) : sizeOf(whole, unit);
  return { size, rows: whole.split('\n').length };
}

/** Why structured content does not do for a client that checks it. */
export function misfitOf(schema: Record<string, unknown>, structured: unknown): string | undefined {
  if (structured === undefined)
    return 'the tool has an output schema, and its result has no structuredContent';
  try {
    const { valid, errors } = validate(schema, structured);
    const [first] = errors ?? [];
    return valid
      ? undefined
      : `structuredContent does not fit the output schema: ${clip(first?.message ?? 'it is not valid', 120)}`;
  } catch {
    return 'the output schema cannot be used';
  }
}

/** What a client that shows one half does not show. */
export function lostHalf({ content, result }: AnsweredTool, shows: string): string | undefined {
  const structured = ownValue(result, 'structuredContent');
  const text = textsOfContent(content).join('\n').trim();
  if (structured === undefined || (isObject(structured) && Object.keys(structured).length === 0))
    return undefined;
  if (isSaidIn(text, structured)) return undefined;
  if (shows === 'content')
    return text === ''
      ? 'the result has structuredContent and no text'
      : 'structuredContent says more than the text';
  return text === '' && content.length === 0
    ? undefined
    : 'the text says something that structuredContent does not';
}

/** The same JSON, or every plain value of it. */
function isSaidIn(text: string, structured: unknown): boolean {
  try {
    return deepJson(JSON.parse(text)) === deepJson(structured);
  } catch {
    return false;
  }
}
