/**
 * For each pair of confused tools what `tool-bench` says: which tool its selector, which knows only words, gives the same
 * requests. Where it goes wrong in the same way the texts lead there; where it does not, the model has other reasons.
 */
import { createRanker, type Ranker } from '../../catalog/rank.js';
import type { Confusion, DatasetRow } from '../../types/dataset.js';
import type { Trace } from '../../types/trace.js';
import { NO_TOOL } from './confusion.js';

export interface AskedRow {
  dataset: DatasetRow;
  trace: Pick<Trace, 'prompt' | 'catalog' | 'servers'>;
}

const MOST_PAIRS = 20;

/** Rows without a prompt or a catalogue say nothing; a pair of which none says anything stays as it is. */
export async function withWordPicks(
  confusion: readonly Confusion[],
  rows: readonly AskedRow[],
): Promise<Confusion[]> {
  const pairs = confusion.filter(
    ({ expected, called }) => expected !== called && expected !== NO_TOOL && called !== NO_TOOL,
  );
  const chosen = new Set(pairs.slice(0, MOST_PAIRS));
  if (chosen.size === 0) return [...confusion];
  const { nearWords } = await import('../../catalog/near/near-words.js');
  const rankers = new Map<object, Picker>();
  return confusion.map((cell) => {
    if (!chosen.has(cell)) return cell;
    const own = rows.filter(({ dataset }) => isOf(dataset, cell) && cell.cases.includes(dataset.case));
    const picks = own.flatMap(({ trace }) => {
      const { prompt, catalog } = trace;
      if (!prompt || catalog === undefined) return [];
      const picker = rankers.get(catalog) ?? pickerOf(catalog, nearWords());
      rankers.set(catalog, picker);
      return [picker(prompt, trace.servers?.length !== 1)];
    });
    if (picks.length === 0) return cell;
    const labels = (text: string) => new Set([text, ...text.split(' | ')]);
    const [right, wrong] = [labels(cell.expected), labels(cell.called)];
    return {
      ...cell,
      by_words: {
        rows: picks.length,
        expected: picks.filter((name) => name !== undefined && right.has(name)).length,
        called: picks.filter((name) => name !== undefined && wrong.has(name)).length,
      },
    };
  });
}

function isOf({ expected, called }: DatasetRow, cell: Confusion): boolean {
  return expected.includes(cell.expected) && called.includes(cell.called) && !called.includes(cell.expected);
}

/** The label of the tool that comes first, as rows have it: with its server where there are several. */
type Picker = (prompt: string, qualified: boolean) => string | undefined;

function pickerOf(catalog: NonNullable<Trace['catalog']>, near: Parameters<typeof createRanker>[1]): Picker {
  const tools = Object.entries(catalog).flatMap(([server, defs]) => defs.map((def) => ({ server, def })));
  const ranker: Ranker = createRanker(
    tools.map(({ def }) => def),
    near,
  );
  return (prompt, qualified) => {
    const best = tools[ranker.rank(prompt, 1)[0]?.index ?? -1];
    if (best === undefined) return undefined;
    return qualified ? `${best.server}.${best.def.name}` : best.def.name;
  };
}
