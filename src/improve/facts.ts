/**
 * What a definition says without words: its schemas, hints and neighbours, put into sentences. Each sentence says
 * no more than the part that it comes from; what nobody declared is not said.
 */
import { searchTerms, splitWords } from '../catalog/words.js';
import { isActionWord } from '../lint/tool-text.js';
import type { ToolDef } from '../types/catalog.js';
import type { ProposedSentence } from '../types/improve.js';
import { isObject, ownValue } from '../util/plain.js';

/** A name that can stand in a sentence. */
const PLAIN_NAME = /^[\w.-]{1,64}$/;
/** Words that are nothing but verbs. */
const PLAIN_VERB = /^(?:add|create|delete|fetch|find|get|read|remove|send|set|update|write)$/;
const MOST_FIELDS = 8;
const MOST_SIBLINGS = 2;

export function factsOf(tool: ToolDef, tools: readonly ToolDef[]): ProposedSentence[] {
  return [...returned(tool), ...hinted(tool), ...siblings(tool, tools)];
}

/** What the name or the title says, where nothing else says what the tool is for. */
export function purposeOf(tool: ToolDef): ProposedSentence | undefined {
  const title = ownValue(tool, 'title');
  const words = typeof title === 'string' ? title.trim().split(/\s+/) : [];
  if (words.length > 2 && words.length < 20 && isActionWord((words[0] ?? '').toLowerCase()))
    return { text: ended(words.join(' ')), from: 'title' };
  const [verb = '', ...rest] = splitWords(tool.name.slice(0, 100));
  if (!PLAIN_NAME.test(tool.name) || rest.length === 0 || !isActionWord(verb)) return undefined;
  // `order_get` has its verb at the end, though "order" could be one.
  if (PLAIN_VERB.test(rest.at(-1) ?? '')) return undefined;
  return { text: ended(capital([thirdPerson(verb), ...rest].join(' '))), from: 'name' };
}

function returned(tool: ToolDef): ProposedSentence[] {
  const properties = ownValue(ownValue(tool, 'outputSchema'), 'properties');
  const fields = isObject(properties) ? Object.keys(properties) : [];
  if (fields.length === 0 || !fields.every((field) => PLAIN_NAME.test(field))) return [];
  const shown = fields.slice(0, MOST_FIELDS).map((field) => `\`${field}\`${typeText(properties, field)}`);
  const more = fields.length > MOST_FIELDS ? ` and ${fields.length - MOST_FIELDS} more fields` : '';
  const list = more === '' ? joined(shown) : `${shown.join(', ')}${more}`;
  return [{ text: `Returns an object with ${list}.`, from: 'outputSchema' }];
}

function typeText(properties: unknown, field: string): string {
  const schema = ownValue(properties, field);
  const type = ownValue(schema, 'type');
  const values = ownValue(schema, 'enum');
  const few = Array.isArray(values) && values.length > 0 && values.length <= 5;
  if (few && values.every((one) => typeof one === 'string' && PLAIN_NAME.test(one)))
    return ` (${values.join(', ')})`;
  return typeof type === 'string' && /^[a-z]{1,10}$/.test(type) ? ` (${type})` : '';
}

/** Hints that contradict each other, or the name, support nothing. */
export function hintsDisagree(tool: ToolDef): boolean {
  return hint(tool, 'readOnlyHint') === true && hint(tool, 'destructiveHint') === true;
}

function hinted(tool: ToolDef): ProposedSentence[] {
  if (hintsDisagree(tool)) return [];
  const said: ProposedSentence[] = [];
  const say = (key: string, text: string): void => {
    said.push({ text, from: `annotations.${key}` });
  };
  const reads = hint(tool, 'readOnlyHint') === true;
  if (reads) say('readOnlyHint', 'It only reads and changes nothing.');
  else if (hint(tool, 'destructiveHint') === true)
    say('destructiveHint', 'It may delete or overwrite what is there.');
  else if (hint(tool, 'destructiveHint') === false)
    say('destructiveHint', 'It adds, and deletes or overwrites nothing.');
  if (!reads && hint(tool, 'idempotentHint') === true)
    say('idempotentHint', 'Calling it again with the same arguments changes nothing more.');
  if (hint(tool, 'openWorldHint') === true)
    say('openWorldHint', 'It reaches systems outside of this server.');
  return said;
}

/** Tools that do something else with the same thing, by their names. */
function siblings(tool: ToolDef, tools: readonly ToolDef[]): ProposedSentence[] {
  const own = new Set(searchTerms(thingOf(tool.name)));
  const said: ProposedSentence[] = [];
  for (const other of tools) {
    const name = ownValue(other, 'name');
    if (typeof name !== 'string' || name === tool.name || !PLAIN_NAME.test(name)) continue;
    const [verb = '', ...rest] = splitWords(name);
    const sameThing = searchTerms(rest.join(' ')).some((term) => own.has(term));
    if (!sameThing || !isActionWord(verb)) continue;
    said.push({ text: `To ${[verb, ...rest].join(' ')}, use ${name} instead.`, from: `the tool ${name}` });
    if (said.length === MOST_SIBLINGS) break;
  }
  return said;
}

/** What a parameter's schema says of its values; empty where it says nothing but the type. */
export function valueFacts(schema: Record<string, unknown>): string {
  const facts = [choices(schema), bounds(schema), formatOf(schema), fallback(schema)];
  return facts
    .filter((fact) => fact !== '')
    .map((fact) => ended(fact))
    .join(' ');
}

function choices(schema: Record<string, unknown>): string {
  const values = ownValue(schema, 'enum');
  if (!Array.isArray(values) || values.length === 0 || values.length > 12) return '';
  const shown = values.map((value) => JSON.stringify(value));
  return shown.every((value) => value.length <= 40) ? `One of ${joined(shown, 'or')}` : '';
}

function bounds(schema: Record<string, unknown>): string {
  const number = (key: string): number | undefined => {
    const value = ownValue(schema, key);
    return typeof value === 'number' ? value : undefined;
  };
  const between = (low: number | undefined, high: number | undefined, unit: string): string => {
    if (low !== undefined && high !== undefined) return `From ${low} to ${high}${unit}`;
    if (high !== undefined) return `At most ${high}${unit}`;
    return low === undefined ? '' : `At least ${low}${unit}`;
  };
  return (
    between(number('minimum'), number('maximum'), '') ||
    between(number('minLength') || undefined, number('maxLength'), ' characters') ||
    between(number('minItems') || undefined, number('maxItems'), ' entries')
  );
}

const FORMATS: Readonly<Record<string, string>> = {
  date: 'A date such as 2025-01-31',
  'date-time': 'A date and time such as 2025-01-31T09:30:00Z',
  email: 'An e-mail address',
  uri: 'A full URL',
  uuid: 'A UUID',
};

function formatOf(schema: Record<string, unknown>): string {
  const format = ownValue(schema, 'format');
  return typeof format === 'string' ? ((ownValue(FORMATS, format) as string | undefined) ?? '') : '';
}

function fallback(schema: Record<string, unknown>): string {
  const value = ownValue(schema, 'default');
  const shown = value === undefined || value === null || isObject(value) ? '' : JSON.stringify(value);
  return shown === '' || shown.length > 40 ? '' : `${shown} when it is left out`;
}

function hint(tool: ToolDef, key: string): unknown {
  return ownValue(ownValue(tool, 'annotations'), key);
}

function thingOf(name: string): string {
  return splitWords(name.slice(0, 100)).slice(1).join(' ');
}

export function joined(words: readonly string[], last = 'and'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

/** "searches", "copies", "does", "plays". */
function thirdPerson(verb: string): string {
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh|o)$/.test(verb) ? `${verb}es` : `${verb}s`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

export function ended(text: string): string {
  return text === '' || /[.!?]\s*$/.test(text) ? text : `${text}.`;
}
