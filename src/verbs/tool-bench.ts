/** `mcptest tool-bench run | suggest`: measure descriptions, or draft a benchmark to start from. */
import { dirname, relative, resolve, sep } from 'node:path';
import { readText } from '../source/read-text.js';
import { type CatalogInput, readCatalogs, savedFiles } from '../target/catalogs.js';
import { parseBenchSpec } from '../tool-bench/parse-spec.js';
import { runBench } from '../tool-bench/run-bench.js';
import type { BenchSpec } from '../tool-bench/spec.js';
import { suggestSpec } from '../tool-bench/suggest.js';
import type { BenchAgainst, BenchReport } from '../types/bench.js';
import { McptestError } from '../util/errors.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { casesToTell, mcnemar, pairedInterval } from '../util/paired-rates.js';

export interface BenchInput {
  spec: string;
  cwd?: string;
  /** Fail when the largest drop is below this fraction. */
  min_drop?: number;
  /** A second catalogue, saved: which of the two finds more. */
  against?: string;
}

export async function benchTools(input: BenchInput): Promise<{ report: BenchReport; failed: boolean }> {
  const path = resolve(input.cwd ?? process.cwd(), input.spec);
  const text = await readText(path, input.spec);
  const spec = await parseBenchSpec(text, input.spec, (file) => readText(resolve(dirname(path), file), file));
  // The table of near words is a megabyte; only whoever benches loads it.
  const { nearWords } = await import('../catalog/near/near-words.js');
  const { searchByClients } = await import('../compat/search-by-clients.js');
  const bench = runBench(spec, nearWords());
  const report = omitUndefined<BenchReport>({
    ...bench,
    search: searchByClients(spec.catalog.tools, spec.intents),
    against: await beside(spec, bench, input),
  });
  if (input.min_drop === undefined) return { report, failed: false };
  if (report.max_drop === undefined) {
    throw new McptestError({
      code: 'bench-no-mutations',
      message: `${input.spec} declares no mutations, so there is no drop to compare with --min-drop`,
      hint: 'Add `mutations: [{ tool: NAME, kind: blank }]`.',
    });
  }
  return { report, failed: report.max_drop < input.min_drop };
}

/** The same requests with another catalogue, paired as `run --against` pairs its rows. */
async function beside(
  spec: BenchSpec,
  { intents }: BenchReport,
  { against, cwd = process.cwd() }: BenchInput,
): Promise<BenchAgainst | undefined> {
  if (against === undefined) return undefined;
  const { savedCatalogs } = await import('../target/saved-catalog.js');
  const { nearWords } = await import('../catalog/near/near-words.js');
  const tools = (await savedCatalogs(resolve(cwd, against), against)).flatMap((one) => one.tools);
  const other = runBench({ ...spec, catalog: { ...spec.catalog, tools }, mutations: [] }, nearWords());
  const pairs = {
    n: intents.length,
    gained: intents.filter(({ correct }, at) => correct && !other.intents[at]?.correct).length,
    lost: intents.filter(({ correct }, at) => !correct && other.intents[at]?.correct).length,
  };
  const chance = mcnemar(pairs);
  const isTold = chance <= 0.05;
  const told = pairs.gained > pairs.lost ? 'better' : 'worse';
  const needed = isTold ? undefined : casesToTell(pairs);
  return omitUndefined<BenchAgainst>({
    file: against,
    accuracy: other.accuracy,
    gained: pairs.gained,
    lost: pairs.lost,
    difference: pairs.n === 0 ? 0 : (pairs.gained - pairs.lost) / pairs.n,
    interval: pairedInterval(pairs),
    chance,
    verdict: isTold ? told : 'unclear',
    more: needed === undefined ? undefined : Math.max(1, needed - pairs.n),
  });
}

export interface SuggestInput extends CatalogInput {
  /** Where the text will be written, so that it can refer to the catalogue from there. */
  output?: string;
}

export async function suggestBench(
  input: SuggestInput,
): Promise<{ text: string; closing: Promise<unknown> }> {
  const { catalogs, closing } = await readCatalogs(input);
  const tools = catalogs.flatMap((catalog) => catalog.tools);
  if (tools.length === 0) {
    throw new McptestError({
      code: 'bench-no-tools',
      message: 'the catalogue has no tools to draft requests for',
      hint: 'See what it holds with `mcptest tools`, or name another with --from.',
    });
  }
  const text = suggestSpec({ server: 'catalog', tools }, { catalog_path: catalogPath(input) });
  return { text, closing };
}

/** A spec can name one catalogue, and no lock: the tools of anything else are written out. */
function catalogPath({ output, cwd = process.cwd(), ...input }: SuggestInput): string | undefined {
  const [from, ...others] = savedFiles(input);
  if (from === undefined || others.length > 0 || from.endsWith('.lock')) return undefined;
  const base = output === undefined ? resolve(cwd) : dirname(resolve(cwd, output));
  return relative(base, resolve(cwd, from)).split(sep).join('/');
}
