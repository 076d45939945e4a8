/** One entry of a map in a JSON text with comments, set or removed; every other byte stays as it was. */

import { canonicalJson } from '../util/canonical-json.js';
import { type JsoncProperty, type JsoncValue, readJsoncTree } from './jsonc-tree.js';

/** `{ [section]: { [name]: entry } }`; throws `SyntaxError` when the text cannot be read. */
export function setEntry(text: string, section: string, name: string, entry: unknown): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  if (text.trim() === '' || text === '\ufeff') {
    return `${JSON.stringify({ [section]: { [name]: entry } }, null, 2)}\n`;
  }
  const unit = indentOf(text);
  const root = objectOf(readJsoncTree(text), 'the file');
  const map = root.properties!.findLast(({ key }) => key === section);
  if (map === undefined) return insert(text, root, section, { [name]: entry }, unit, eol);
  const servers = objectOf(map.value, `\`${section}\``);
  const old = servers.properties!.findLast(({ key }) => key === name);
  if (old === undefined) return insert(text, servers, name, entry, unit, eol);
  const { start, end } = old.value;
  if (sameValue(text.slice(start, end), entry)) return text;
  const written = indented(entry, unit, columnIndent(text, old.start), eol);
  return text.slice(0, start) + written + text.slice(end);
}

export function removeEntry(text: string, section: string, name: string): string {
  if (text.trim() === '') return text;
  const root = objectOf(readJsoncTree(text), 'the file');
  const map = root.properties!.findLast(({ key }) => key === section);
  const servers = map?.value.properties === undefined ? undefined : map.value;
  const at = servers?.properties?.findLastIndex(({ key }) => key === name) ?? -1;
  if (servers === undefined || at < 0) return text;
  const entry = servers.properties![at]!;
  const before = servers.properties![at - 1];
  const rest = restAfter(text, entry);
  // When it was the last one, the comma in front of it goes along.
  if (entry.comma !== undefined || before?.comma === undefined) return text.slice(0, entry.after) + rest;
  return text.slice(0, before.comma) + text.slice(before.comma + 1, entry.after) + rest;
}

function objectOf(value: JsoncValue, what: string): JsoncValue {
  if (value.properties !== undefined) return value;
  throw new SyntaxError(`${what} is not a map`);
}

function insert(
  text: string,
  object: JsoncValue,
  key: string,
  value: unknown,
  unit: string,
  eol: string,
): string {
  const last = object.properties!.at(-1);
  const inside = text.slice(object.start, object.end);
  if (last !== undefined && !inside.includes('\n')) {
    const comma = last.comma === undefined ? ',' : '';
    const at = last.comma === undefined ? last.value.end : last.comma + 1;
    return `${text.slice(0, at)}${comma} ${JSON.stringify(key)}: ${JSON.stringify(value)}${text.slice(at)}`;
  }
  const outer = columnIndent(text, object.start);
  const indent = last === undefined ? outer + unit : columnIndent(text, last.start);
  const entry = `${eol}${indent}${JSON.stringify(key)}: ${indented(value, unit, indent, eol)}`;
  const filled = object.filled!;
  const tail = text.slice(filled);
  const closing = /^[^\S\n]*\r?\n/.test(tail) ? '' : `${eol}${outer}`;
  if (last === undefined)
    return text.slice(0, filled) + entry + closing + tail.replace(/^[^\S\r\n]+(?=\})/, '');
  if (last.comma !== undefined) return `${text.slice(0, filled)}${entry},${closing}${tail}`;
  return `${text.slice(0, last.value.end)},${text.slice(last.value.end, filled)}${entry}${closing}${tail}`;
}

/** What follows a comment that ends with its line stays on a line of its own. */
function restAfter(text: string, { value, comma, after_line_comment }: JsoncProperty): string {
  const rest = text.slice(comma === undefined ? value.end : comma + 1);
  return after_line_comment && !/^[^\S\n]*\n/.test(rest) ? `\n${rest}` : rest;
}

function indented(value: unknown, unit: string, indent: string, eol: string): string {
  return JSON.stringify(value, null, unit).split('\n').join(`${eol}${indent}`);
}

/** The white space that begins the line of this position. */
function columnIndent(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^[^\S\r\n]*/.exec(line)![0];
}

function indentOf(text: string): string {
  return /\n([\t ]+)\S/.exec(text)?.[1] ?? '  ';
}

function sameValue(written: string, value: unknown): boolean {
  try {
    return canonicalJson(JSON.parse(written)) === canonicalJson(value);
  } catch {
    return false;
  }
}
