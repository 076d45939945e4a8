/**
 * Where a definition names other tools. A name of one ordinary word ("search") counts only in quotes,
 * code marks, a call form, or beside the word "tool". Linear in the text, whatever the size of the
 * catalogue.
 */
import type { Catalog } from '../../types/catalog.js';
import { ownValue } from '../../util/plain.js';
import { expectPatterns, type Scan, type Span } from './signals.js';

export interface Mentions {
  /** Other tools of the same server. */
  siblings: Span[];
  /** Tools of another server of this check. */
  foreign: Span[];
  /** What looks like a tool and is none that is known, or "any other tool". */
  unknown: Span[];
}

export type ToolNames = ReadonlyMap<string, ReadonlySet<Catalog>>;

const PLAIN_WORD = /^[a-z]+$|^[A-Z][a-z]+$/;
const UNNAMED =
  /\b(?:any|every|all|each)(?: of the)? (?:other )?(?:available |connected |installed |trusted )?tools?(?: calls?)?\b|\b(?:other|another) (?:available |connected )?(?:mcp )?(?:tools?|servers?)\b|\b(?:the |an? |any |your )(?:e-?mail|mail|messag(?:e|ing)|payments?|file|browser|shell|terminal|database|calendar|chat|slack|whatsapp|github|git|filesystem|banking|transfer|upload|http|fetch|write|delete|send|search)(?:[- ](?:sending|writing|reading|posting))? tools?\b/gi;
const TOOL_SHAPED =
  /(?<=["'`“‘])[A-Za-z][a-z0-9]{0,30}(?:[_-][a-z0-9]{1,30}){1,5}(?=["'`”’]?\s{0,2}(?:tool|function|command|action|endpoint|\(|is (?:called|used|invoked)))|\b[a-z][a-z0-9]{1,30}(?:_[a-z0-9]{1,30}){1,5}(?=\s{0,2}\(|\s(?:tool|function|is (?:called|used|invoked)))|(?<=\b(?:call|calling|calls|invoke|invoking|invokes|run|running|use|using|uses)\s["'`]?)[a-z][a-z0-9]{1,30}(?:_[a-z0-9]{1,30}){1,5}\b/g;
/** What stands beside every match of that, found sooner. */
const BESIDE_TOOL =
  /[_-][a-z0-9]{1,30}["'`”’]?\s{0,2}(?:tool|function|command|action|endpoint|\(|is (?:called|used|invoked))|\b(?:call|calling|calls|invoke|invoking|invokes|run|running|use|using|uses)\s["'`]?[a-z][a-z0-9]{1,30}_/;

expectPatterns([{ steps: [UNNAMED] }]);

const known = new WeakMap<readonly Catalog[], ToolNames>();

/** Once for all servers of a check. */
export function toolNames(catalogs: readonly Catalog[]): ToolNames {
  const before = known.get(catalogs);
  if (before !== undefined) return before;
  const names = new Map<string, Set<Catalog>>();
  for (const catalog of catalogs) {
    // Few names are on two servers: the others share one set.
    const alone = new Set([catalog]);
    for (const tool of catalog.tools) {
      const name = ownValue(tool, 'name');
      if (typeof name !== 'string' || name.length < 3 || name.length > 200) continue;
      const lower = name.toLowerCase();
      const owners = names.get(lower);
      names.set(lower, owners === undefined || owners === alone ? alone : new Set([...owners, catalog]));
    }
  }
  known.set(catalogs, names);
  return names;
}

/** The tool whose definition is read. */
export interface MentioningTool {
  name: string;
  catalog: Catalog;
  /** Its arguments, in lower case: their names are not those of tools. Nearly no text needs them. */
  findArgs: () => ReadonlySet<string>;
}

export function mentionsIn(
  scan: Scan,
  names: ToolNames,
  { name, catalog, findArgs }: MentioningTool,
): Mentions {
  const out: Mentions = { siblings: [], foreign: [], unknown: [...scan.all(UNNAMED)] };
  const { text } = scan;
  const self = name.toLowerCase();
  for (const span of namesIn(text, names)) {
    const word = text.slice(span.start, span.end);
    const lower = word.toLowerCase();
    const owners = names.get(lower);
    if (owners === undefined || lower === self || findArgs().has(lower)) continue;
    if (PLAIN_WORD.test(word) && !isMarked(text, span)) continue;
    (owners.has(catalog) ? out.siblings : out.foreign).push(span);
  }
  for (const span of BESIDE_TOOL.test(text) ? scan.all(TOOL_SHAPED) : []) {
    const word = text.slice(span.start, span.end).toLowerCase();
    if (!names.has(word) && !findArgs().has(word)) out.unknown.push(span);
  }
  out.unknown.sort((a, b) => a.start - b.start);
  return out;
}

const LETTER = 1;
const INNER = 2;
const JOINT = 4;
const KINDS = new Uint8Array(128);
for (const [kind, characters] of [
  [LETTER, /[A-Za-z]/],
  [INNER, /[\w/-]/],
  [JOINT, /[.:]/],
] as const) {
  for (let code = 0; code < 128; code += 1)
    if (characters.test(String.fromCharCode(code))) KINDS[code]! |= kind;
}
const LONGEST_WORD = 121;
const LONGEST_PART = 60;
const MOST_PARTS = 3;

/**
 * Every `[A-Za-z][\w/-]{1,120}(?:[.:][\w/-]{1,60}){0,3}` with the length and the ends of some name. Nearly no word of a
 * text has them, and none is cut out of it before that.
 */
function namesIn(text: string, names: ToolNames): Span[] {
  const shapes = outlinesOf(names);
  const found: Span[] = [];
  for (let start = 0; start < text.length; start += 1) {
    if (!isAt(text, start, LETTER)) continue;
    let end = endOfRun(text, start, LONGEST_WORD);
    if (end === start + 1) continue;
    for (let part = 0; part < MOST_PARTS && isAt(text, end, JOINT) && isAt(text, end + 1, INNER); part += 1)
      end = endOfRun(text, end + 1, LONGEST_PART);
    if (shapes[outlineOf(text, start, end)] === 1) found.push({ start, end });
    start = end - 1;
  }
  return found;
}

function isAt(text: string, at: number, kind: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 && (KINDS[code]! & kind) !== 0;
}

function endOfRun(text: string, from: number, most: number): number {
  const last = Math.min(text.length, from + most);
  let at = from;
  while (at < last && isAt(text, at, INNER)) at += 1;
  return at;
}

const outlines = new WeakMap<ToolNames, Uint8Array>();
const LENGTHS = 128;

function outlinesOf(names: ToolNames): Uint8Array {
  const before = outlines.get(names);
  if (before !== undefined) return before;
  const out = new Uint8Array(32 * 32 * LENGTHS);
  for (const name of names.keys()) out[outlineOf(name, 0, name.length)] = 1;
  outlines.set(names, out);
  return out;
}

/** The same for a letter in any case. */
function outlineOf(text: string, start: number, end: number): number {
  const ends = (text.charCodeAt(start) & 31) * 32 + (text.charCodeAt(end - 1) & 31);
  return ends * LENGTHS + Math.min(end - start, LENGTHS - 1);
}

function isMarked(text: string, { start, end }: Span): boolean {
  const before = text.slice(Math.max(0, start - 6), start);
  const after = text.slice(end, end + 10);
  if (/["'`“‘]$/.test(before) && /^["'`”’]/.test(after)) return true;
  return /^\s?\(/.test(after)
    ? /^\s?\((?!s\))/.test(after) && !after.startsWith(' ')
    : /^ (?:tool|function)\b/.test(after) || /\btool $/.test(before);
}
