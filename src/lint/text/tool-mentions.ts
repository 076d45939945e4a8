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

const WORD = /[A-Za-z][\w/-]{1,120}(?:[.:][\w/-]{1,60}){0,3}/g;
const PLAIN_WORD = /^[a-z]+$|^[A-Z][a-z]+$/;
const UNNAMED =
  /\b(?:any|every|all|each)(?: of the)? (?:other )?(?:available |connected |installed |trusted )?tools?(?: calls?)?\b|\b(?:other|another) (?:available |connected )?(?:mcp )?(?:tools?|servers?)\b|\b(?:the |an? |any |your )(?:e-?mail|mail|messag(?:e|ing)|payments?|file|browser|shell|terminal|database|calendar|chat|slack|whatsapp|github|git|filesystem|banking|transfer|upload|http|fetch|write|delete|send|search)(?:[- ](?:sending|writing|reading|posting))? tools?\b/gi;
const TOOL_SHAPED =
  /(?<=["'`“‘])[A-Za-z][a-z0-9]{0,30}(?:[_-][a-z0-9]{1,30}){1,5}(?=["'`”’]?\s{0,2}(?:tool|function|command|action|endpoint|\(|is (?:called|used|invoked)))|\b[a-z][a-z0-9]{1,30}(?:_[a-z0-9]{1,30}){1,5}(?=\s{0,2}\(|\s(?:tool|function|is (?:called|used|invoked)))|(?<=\b(?:call|calling|calls|invoke|invoking|invokes|run|running|use|using|uses)\s["'`]?)[a-z][a-z0-9]{1,30}(?:_[a-z0-9]{1,30}){1,5}\b/g;

expectPatterns([{ steps: [UNNAMED] }]);

const known = new WeakMap<readonly Catalog[], ToolNames>();

/** Once for all servers of a check. */
export function toolNames(catalogs: readonly Catalog[]): ToolNames {
  const before = known.get(catalogs);
  if (before !== undefined) return before;
  const names = new Map<string, Set<Catalog>>();
  for (const catalog of catalogs) {
    for (const tool of catalog.tools) {
      const name = ownValue(tool, 'name');
      if (typeof name !== 'string' || name.length < 3 || name.length > 200) continue;
      const owners = names.get(name.toLowerCase()) ?? new Set();
      names.set(name.toLowerCase(), owners.add(catalog));
    }
  }
  known.set(catalogs, names);
  return names;
}

/** The tool whose definition is read. */
export interface MentioningTool {
  name: string;
  catalog: Catalog;
  /** Its arguments, in lower case: their names are not those of tools. */
  args: ReadonlySet<string>;
}

export function mentionsIn(scan: Scan, names: ToolNames, { name, catalog, args }: MentioningTool): Mentions {
  const out: Mentions = { siblings: [], foreign: [], unknown: [...scan.all(UNNAMED)] };
  const { text } = scan;
  for (const span of scan.all(WORD)) {
    const word = text.slice(span.start, span.end);
    const owners = names.get(word.toLowerCase());
    if (owners === undefined || word.toLowerCase() === name.toLowerCase()) continue;
    if (args.has(word.toLowerCase())) continue;
    if (PLAIN_WORD.test(word) && !isMarked(text, span)) continue;
    (owners.has(catalog) ? out.siblings : out.foreign).push(span);
  }
  for (const span of scan.all(TOOL_SHAPED)) {
    const word = text.slice(span.start, span.end).toLowerCase();
    if (!names.has(word) && !args.has(word)) out.unknown.push(span);
  }
  out.unknown.sort((a, b) => a.start - b.start);
  return out;
}

function isMarked(text: string, { start, end }: Span): boolean {
  const before = text.slice(Math.max(0, start - 6), start);
  const after = text.slice(end, end + 10);
  if (/["'`“‘]$/.test(before) && /^["'`”’]/.test(after)) return true;
  return /^\s?\(/.test(after)
    ? /^\s?\((?!s\))/.test(after) && !after.startsWith(' ')
    : /^ (?:tool|function)\b/.test(after) || /\btool $/.test(before);
}
