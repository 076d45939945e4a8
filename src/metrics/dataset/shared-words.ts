/** For each pair of confused tools the words that both descriptions have: the first place to look for the reason. */
import { isSmallWord, splitWords, stem } from '../../catalog/words.js';
import type { Confusion, DatasetTool } from '../../types/dataset.js';
import type { Trace } from '../../types/trace.js';
import { ownValue } from '../../util/plain.js';
import { NO_TOOL } from './confusion.js';

type Offered = NonNullable<Trace['catalog']>;

const MOST_WORDS = 12;

/** Right answers, and pairs with a tool whose description is not in the record, stay as they are. */
export function withSharedWords(
  confusion: readonly Confusion[],
  catalogs: Iterable<Offered | undefined>,
): Confusion[] {
  const isPair = ({ expected, called }: Confusion) =>
    expected !== called && expected !== NO_TOOL && called !== NO_TOOL;
  if (!confusion.some(isPair)) return [...confusion];
  const texts = descriptionsIn(catalogs);
  return confusion.map((cell) => {
    const [one, other] = [textOf(cell.expected, texts), textOf(cell.called, texts)];
    if (!isPair(cell) || one === undefined || other === undefined) return cell;
    return { ...cell, shared_words: sharedWords(one, other) };
  });
}

/** Expected tools that no catalogue has: as a rule a name that was mistyped. Nothing where a catalogue is not known. */
export function neverOffered(
  tools: readonly Pick<DatasetTool, 'tool' | 'expected' | 'right'>[],
  catalogs: ReadonlySet<Offered | undefined>,
): string[] {
  const missed = tools.filter(({ expected, right }) => expected > 0 && right === 0);
  if (missed.length === 0 || catalogs.has(undefined)) return [];
  const known = descriptionsIn(catalogs);
  return missed.flatMap(({ tool }) => (tool.split(' | ').some((name) => known.has(name)) ? [] : [tool]));
}

/** In the order of the first text, as they stand there; `notes` and `note` are one word. */
function sharedWords(one: string, other: string): string[] {
  const others = new Set(splitWords(other).map(stem));
  const found = new Map<string, string>();
  for (const word of splitWords(one)) {
    const key = stem(word);
    if (!isSmallWord(word) && others.has(key) && !found.has(key)) found.set(key, word);
    if (found.size >= MOST_WORDS) break;
  }
  return [...found.values()];
}

/** By `server.tool` and by the name alone; undefined where that means several texts. */
function descriptionsIn(catalogs: Iterable<Offered | undefined>): Map<string, string | undefined> {
  const texts = new Map<string, string | undefined>();
  const add = (key: string, text: string) =>
    texts.set(key, texts.has(key) && texts.get(key) !== text ? undefined : text);
  for (const catalog of new Set(catalogs)) {
    for (const [server, tools] of Object.entries(catalog ?? {})) {
      for (const tool of tools) {
        const said = ownValue(tool, 'description');
        const text = typeof said === 'string' ? said : '';
        add(tool.name, text);
        add(`${server}.${tool.name}`, text);
      }
    }
  }
  return texts;
}

/** Of equal tools (`a | b`) all texts together; undefined where one of them is not known. */
function textOf(label: string, texts: ReadonlyMap<string, string | undefined>): string | undefined {
  if (texts.has(label)) return texts.get(label);
  const parts = label.split(' | ').map((part) => texts.get(part));
  return parts.includes(undefined) ? undefined : parts.join('\n');
}
