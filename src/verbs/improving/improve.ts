/**
 * `mcptest improve`: a better description for one tool, by rules or by a model, measured before and after. It
 * changes nothing: what it proposes comes as a diff.
 */
import { resolve } from 'node:path';
import { applyProposal, replaced } from '../../improve/apply.js';
import type { ModelAsk } from '../../improve/by-model.js';
import { changesOf, verdictOf } from '../../improve/compare.js';
import { type Meter, openMeter, toolAt } from '../../improve/measure.js';
import { filePatch, toolPatch } from '../../improve/patch.js';
import { measurable, placeholdersIn } from '../../improve/placeholders.js';
import { readText } from '../../source/read-text.js';
import { type CatalogInput, readCatalogs, savedFiles } from '../../target/catalogs.js';
import { tokenCounter } from '../../tokens/token-counter.js';
import type { Catalog, ToolDef } from '../../types/catalog.js';
import type { ModelEntry } from '../../types/driver.js';
import type { ImproveFigures, ImproveProposal, ImproveReport, Picks } from '../../types/improve.js';
import { nameHint } from '../../util/did-you-mean.js';
import { EXIT, McptestError } from '../../util/errors.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import { oneLine, plural } from '../../util/text.js';
import { named } from '../compat.js';
import { type Requests, requestsOf } from './requests.js';

export interface ImproveInput extends CatalogInput {
  tool: string;
  /** The model that proposes; rules when absent. */
  model?: string;
  /** How the model is reached, where its name does not say. */
  base_url?: string;
  api_key_env?: string;
  price?: ModelEntry['price'];
  /** A benchmark of `tool-bench` with requests of your own. */
  bench?: string;
  max_cost?: number;
}

export interface ImproveOutcome extends ImproveReport {
  closing: Promise<unknown>;
}

interface Subject {
  /** Without places that an earlier proposal left to fill: they say nothing. */
  catalog: Catalog;
  place: number;
  /** The tool as it is, places to fill and all. */
  tool: ToolDef;
  meter: Meter;
  requests: Requests;
  input: ImproveInput;
}

type Proposed = { proposal?: ImproveProposal; refused?: string; notes: string[] };

export async function improve(input: ImproveInput): Promise<ImproveOutcome> {
  const ask = input.model === undefined ? undefined : await openModel(input, input.model);
  const { catalogs, closing } = await readCatalogs(input);
  const found = findTool(catalogs, input.tool);
  const { place } = found;
  const tool = toolAt(found.catalog, place);
  const catalog = replaced(found.catalog, place, measurable(tool));
  const requests = await requestsOf(input, catalog);
  const { nearWords } = await import('../../catalog/near/near-words.js');
  const meter = await openMeter({
    countTokens: await tokenCounter(),
    near: nearWords(),
    intents: requests.intents,
    cases: requests.cases,
    server_name: named(catalog, input).server_name,
    month: new Date().toISOString().slice(0, 7),
  });
  const report = await reportOf({ catalog, place, tool, meter, requests, input }, ask);
  return { ...report, closing };
}

async function reportOf(subject: Subject, ask: ModelAsk | undefined): Promise<ImproveReport> {
  const { catalog, place, tool, meter, requests, input } = subject;
  const proposed = await propose(subject, ask);
  const before = await meter.measure(catalog, place);
  const base = {
    version: 1 as const,
    server: catalog.server,
    tool: input.tool,
    by: input.model ?? 'rules',
    before,
    bench_requests: requests.drafted ? ('drafted' as const) : ('yours' as const),
  };
  const { proposal, refused, notes } = proposed;
  if (proposal === undefined || toolPatch(tool, proposal) === '')
    return omitUndefined<ImproveReport>({
      ...base,
      verdict: refused === undefined ? 'nothing-to-add' : 'refused',
      reasons: refused === undefined ? nothing(tool, notes) : [refused, ...notes],
      changes: [],
      patch: '',
      books: ask?.ledger.read(),
      exit_code: exitCode(refused, ask),
    });
  const changed = replaced(catalog, place, measurable(applyProposal(tool, proposal)));
  const after = await meter.measure(changed, place);
  const unasked = ask && (await modelPicks(subject, ask, { changed, before, after }));
  const rows = changesOf(before, after);
  const verdict = verdictOf(rows, base.bench_requests);
  return omitUndefined<ImproveReport>({
    ...base,
    verdict,
    reasons: [...reasons(proposal, verdict), ...notes, ...(unasked === undefined ? [] : [unasked])],
    proposal,
    after,
    changes: rows,
    patch: await patchOf(subject, proposal),
    books: ask?.ledger.read(),
    exit_code: unasked === undefined ? EXIT.ok : EXIT.inconclusive,
  });
}

async function propose({ catalog, place, meter }: Subject, ask: ModelAsk | undefined): Promise<Proposed> {
  if (ask === undefined) {
    const { proposeByRules } = await import('../../improve/by-rules.js');
    return proposeByRules(catalog, place, meter);
  }
  const { proposeByModel } = await import('../../improve/by-model.js');
  const answer = await proposeByModel(catalog, place, meter, ask);
  return 'refused' in answer ? { refused: answer.refused, notes: [] } : answer;
}

function nothing(tool: ToolDef, notes: string[]): string[] {
  const open = placeholdersIn(JSON.stringify(tool)).length;
  if (open > 0) return [...notes, `It has ${plural(open, 'place')} to fill: write them, then measure again.`];
  return notes.length > 0 ? notes : ['Rules find nothing to add to this definition.'];
}

function exitCode(refused: string | undefined, ask: ModelAsk | undefined): number {
  if (refused === undefined) return EXIT.ok;
  return ask?.ledger.spent() === undefined ? EXIT.inconclusive : EXIT.refused;
}

function reasons(
  { placeholders, unsupported }: ImproveProposal,
  verdict: ImproveReport['verdict'],
): string[] {
  const said: string[] = [];
  if (placeholders.length > 0)
    said.push(
      `After is measured without the ${plural(placeholders.length, 'place')} to fill: they say nothing until you write them. Fill them, then measure again.`,
    );
  if (unsupported.length > 0)
    said.push(`No definition of this server has ${unsupported.join(', ')}: check that it is true.`);
  if (verdict === 'no-better') said.push('Nothing that is measured rises.');
  return said;
}

/** The same requests to the model that proposed, with the tools as they are and as they would be. */
async function modelPicks(
  { catalog, requests, input }: Subject,
  ask: ModelAsk,
  { changed, before, after }: { changed: Catalog; before: ImproveFigures; after: ImproveFigures },
): Promise<string | undefined> {
  if (requests.cases.length === 0) return undefined;
  const { picksOf } = await import('../../improve/by-model.js');
  const then = await picksOf(catalog, requests.cases, ask);
  const now = 'unasked' in then ? then : await picksOf(changed, requests.cases, ask);
  for (const one of [then, now])
    if ('unasked' in one) return `Selection by ${input.model} was not measured: ${one.unasked}`;
  const by = input.model ?? '';
  before.selection.push({ by, ...(then as Omit<Picks, 'by'>) });
  after.selection.push({ by, ...(now as Omit<Picks, 'by'>) });
  return undefined;
}

async function patchOf({ catalog, tool, input }: Subject, proposal: ImproveProposal): Promise<string> {
  for (const file of savedFiles(input)) {
    const text = await readText(resolve(input.cwd ?? process.cwd(), file), file);
    const patch = filePatch(text, file, { server: catalog.server, tool: tool.name }, proposal);
    if (patch !== undefined) return patch;
  }
  return toolPatch(tool, proposal);
}

function findTool(catalogs: readonly Catalog[], tool: string): { catalog: Catalog; place: number } {
  const found = catalogs.flatMap((catalog) => {
    const place = catalog.tools.findIndex(({ name }) => name === tool);
    return place < 0 ? [] : [{ catalog, place }];
  });
  const [first, second] = found;
  if (first !== undefined && second === undefined) return first;
  const names = catalogs.flatMap(({ tools }) => tools.map(({ name }) => name));
  if (first === undefined)
    throw new McptestError({
      code: 'unknown-tool',
      message: `there is no tool ${JSON.stringify(tool)}`,
      hint: nameHint(tool, names, `There are ${names.slice(0, 12).map(oneLine).join(', ')}.`) ?? undefined,
    });
  throw new McptestError({
    code: 'two-tools',
    message: `${found.map(({ catalog }) => oneLine(catalog.server)).join(' and ')} both have a tool ${oneLine(tool)}`,
    hint: `Name the server: mcptest improve ${oneLine(first.catalog.server)} ${oneLine(tool)}.`,
  });
}

async function openModel(input: ImproveInput, name: string): Promise<ModelAsk> {
  const { judgeInput } = await import('../judge-input.js');
  const { openModelOf } = await import('../../tdqs/open-judge.js');
  const cwd = resolve(input.cwd ?? process.cwd());
  const asked = await judgeInput({ ...input, judge: name }, cwd);
  return { ...(await openModelOf(name, { ...asked, price: input.price })), signal: input.signal };
}
