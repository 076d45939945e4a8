/**
 * One entry of a map in a JSON text with comments, set or removed; every other byte stays as it was. The places
 * are jsonc-parser's. What is written there is ours: its `modify` would lay out the neighbours anew and move the
 * comment behind the last entry to the new one.
 */
import { applyEdits, type Edit, getNodeValue, type Node } from 'jsonc-parser';
import { sameJson } from '../util/canonical-json.js';
import { readJsoncTree } from './jsonc.js';

/** `{ [section]: { [name]: entry } }`; throws `SyntaxError` when the text cannot be read. */
export function setEntry(text: string, section: string, name: string, entry: unknown): string {
  return editBody(text, (body) => {
    if (body.trim() === '') return `${JSON.stringify({ [section]: { [name]: entry } }, null, 2)}\n`;
    const layout = layoutOf(body);
    const root = mapOf(readJsoncTree(body), 'the file');
    const servers = lastValue(root, section);
    if (servers === undefined) {
      return applyEdits(body, insertion(body, root, { key: section, value: { [name]: entry } }, layout));
    }
    const old = lastValue(mapOf(servers, `\`${section}\``), name);
    if (old === undefined) {
      return applyEdits(body, insertion(body, servers, { key: name, value: entry }, layout));
    }
    if (sameJson(getNodeValue(old), entry)) return body;
    const content = indentedValue(entry, layout, lineIndent(body, old.parent?.offset ?? old.offset));
    return applyEdits(body, [{ offset: old.offset, length: old.length, content }]);
  });
}

export function removeEntry(text: string, section: string, name: string): string {
  return editBody(text, (body) => {
    if (body.trim() === '') return body;
    const servers = lastValue(mapOf(readJsoncTree(body), 'the file'), section);
    const entry = servers && lastValue(servers, name)?.parent;
    return servers && entry ? applyEdits(body, removal(body, servers, entry)) : body;
  });
}

/** Without the byte order mark, which stays in front. */
function editBody(text: string, edit: (body: string) => string): string {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  return mark + edit(text.slice(mark.length));
}

interface Layout {
  /** One step of indentation. */
  step: string;
  eol: string;
}

function layoutOf(text: string): Layout {
  return { step: /\n([\t ]+)\S/.exec(text)?.[1] ?? '  ', eol: text.includes('\r\n') ? '\r\n' : '\n' };
}

function mapOf(node: Node, what: string): Node {
  if (node.type === 'object') return node;
  throw new SyntaxError(`${what} is not a map`);
}

/** Of two entries of one name the last one counts, as for `JSON.parse`. */
function lastValue(map: Node, key: string): Node | undefined {
  const properties = map.type === 'object' ? (map.children ?? []) : [];
  return properties.findLast(({ children }) => children?.[0]?.value === key)?.children?.[1];
}

interface Property {
  key: string;
  value: unknown;
}

function insertion(text: string, map: Node, { key, value }: Property, layout: Layout): Edit[] {
  const last = map.children?.at(-1);
  const closing = endOf(map) - 1;
  const gap = readGap(text, last === undefined ? map.offset + 1 : endOf(last), closing);
  if (last !== undefined && !text.slice(map.offset, closing).includes('\n')) {
    const written = ` ${JSON.stringify(key)}: ${JSON.stringify(value)}`;
    return gap.comma === undefined
      ? [{ offset: endOf(last), length: 0, content: `,${written}` }]
      : [{ offset: gap.comma + 1, length: 0, content: written }];
  }
  const outer = lineIndent(text, map.offset);
  const indent = last === undefined ? outer + layout.step : lineIndent(text, last.offset);
  const written = `${layout.eol}${indent}${JSON.stringify(key)}: ${indentedValue(value, layout, indent)}`;
  const rest = text.slice(gap.end, closing + 1);
  const ownLine = /^[^\S\n]*\r?\n/.test(rest);
  const edit: Edit = {
    offset: gap.end,
    length: ownLine ? 0 : rest.length - 1,
    content: `${written}${gap.comma === undefined ? '' : ','}${ownLine ? '' : `${layout.eol}${outer}`}`,
  };
  if (last === undefined || gap.comma !== undefined) return [edit];
  return [{ offset: endOf(last), length: 0, content: ',' }, edit];
}

function removal(text: string, map: Node, entry: Node): Edit[] {
  const properties = map.children ?? [];
  const at = properties.indexOf(entry);
  const before = properties[at - 1];
  const gapBefore = readGap(text, before === undefined ? map.offset + 1 : endOf(before), entry.offset);
  const gapAfter = readGap(text, endOf(entry), properties[at + 1]?.offset ?? endOf(map) - 1);
  const end = gapAfter.comma === undefined ? endOf(entry) : gapAfter.comma + 1;
  // What follows a comment that ends with its line stays on a line of its own.
  const joined = gapBefore.endsInLineComment && !/^[^\S\n]*\n/.test(text.slice(end));
  const edit: Edit = {
    offset: gapBefore.end,
    length: end - gapBefore.end,
    content: joined ? layoutOf(text).eol : '',
  };
  // When it was the last one, the comma in front of it goes along.
  if (gapAfter.comma !== undefined || gapBefore.comma === undefined) return [edit];
  return [{ offset: gapBefore.comma, length: 1, content: '' }, edit];
}

/** What stands between two entries, or between an entry and a brace. */
interface Gap {
  comma?: number;
  /** Behind the last comma or comment. */
  end: number;
  endsInLineComment: boolean;
}

/** In a text that was read nothing but white space, commas and comments can stand there. */
function readGap(text: string, from: number, to: number): Gap {
  const gap: Gap = { end: from, endsInLineComment: false };
  for (const { 0: token, index } of text.slice(from, to).matchAll(/,|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g)) {
    if (token === ',') gap.comma = from + index;
    gap.end = from + index + token.length;
    gap.endsInLineComment = token.startsWith('//');
  }
  return gap;
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

function indentedValue(value: unknown, { step, eol }: Layout, indent: string): string {
  return JSON.stringify(value, null, step).split('\n').join(`${eol}${indent}`);
}

/** The white space that begins the line of this position. */
function lineIndent(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^[^\S\r\n]*/.exec(line)?.[0] ?? '';
}
