/**
 * A check of what a server says of its tools: the tools are listed, measured, and the figures judged like
 * any other target. How they are measured is not known here; a new measure is a name in the suite
 * language and a function behind `MeasureCatalog`.
 */
import { pagesOfListing } from '../../catalog/pages-of-listing.js';
import { isRefused } from '../../gates/refused-access.js';
import { evaluate } from '../../match/evaluate.js';
import type { SnapshotBook } from '../../match/snapshot-book.js';
import type { Redactor } from '../../redact/redactor.js';
import { shownAssertions } from '../../score/shown-assertions.js';
import type { Catalog, ToolDef } from '../../types/catalog.js';
import type { Connection, Listing, ListMethod, Reply } from '../../types/connection.js';
import type { Assertion, CatalogCall, Expectation } from '../../types/suite.js';
import type { Check, Reason } from '../../types/verdict.js';
import { reasonOf, shownReason } from '../reason.js';

export interface CatalogFigures {
  /** Full target → figure, for the report. */
  figures: Record<string, number>;
  /** What targets are looked up in. */
  root: Record<string, unknown>;
  /** What must hold of a check without `expect:`. */
  defaults: readonly Assertion[];
  /** Why some figures are absent; what looks at one of them could not be judged. */
  unjudged?: string;
  /** What the reader of a failed check wants to know next. */
  notes?: string[];
}

/** What else there is to know of the server, as it says it: nothing is redacted. */
export interface CatalogSource {
  tools: ToolDef[];
  info: Connection['info'];
  /** What could be listed; nothing where the server does not answer. */
  list(method: ListMethod): Promise<Listing['items']>;
}

export type MeasureCatalog = (
  catalog: Catalog,
  call: CatalogCall,
  source: CatalogSource,
  signal?: AbortSignal,
) => Promise<CatalogFigures | { problem: string }>;

/** For runs that only call tools. */
const nothingMeasured: MeasureCatalog = async () => ({ problem: 'nothing here measures catalogues' });

export interface CatalogContext {
  measure?: MeasureCatalog;
  redactor: Redactor;
  snapshots: SnapshotBook;
  signal?: AbortSignal;
  timeout_ms: number;
}

export interface CatalogJudgement {
  checks: Check[];
  figures: Record<string, number>;
  notes: string[];
  duration_ms: number;
}

export async function judgeCatalog(
  call: CatalogCall,
  expect: Expectation,
  connection: Connection,
  context: CatalogContext,
): Promise<CatalogJudgement> {
  const { measure = nothingMeasured, redactor, snapshots, signal, timeout_ms } = context;
  const started = performance.now();
  const without = (check: Check): CatalogJudgement => ({
    checks: [check],
    figures: {},
    notes: [],
    duration_ms: performance.now() - started,
  });
  const listing = await connection.list('tools/list', { timeout_ms, signal });
  const failed = failure(listing);
  // A server without tools may still have prompts and resources to look at.
  const toolless = call.measure === 'security' && connection.info.capabilities.tools === undefined;
  if (failed !== undefined && !toolless) return without({ ...failed, ...shownReason(failed, redactor) });
  const catalog: Catalog = redactor.value({
    server: call.server,
    tools: listing.items as ToolDef[],
    ...pagesOfListing(listing),
  });
  const source: CatalogSource = {
    tools: listing.items as ToolDef[],
    info: connection.info,
    list: async (method) => (await connection.list(method, { timeout_ms, signal })).items,
  };
  const seen = await measure(catalog, call, source, signal);
  if ('problem' in seen) {
    const message = redactor.text(seen.problem);
    return without({ target: call.measure, matcher: 'measured', outcome: 'inconclusive', message });
  }
  const asserted =
    expect.assertions.length > 0 ? shownAssertions(expect.assertions, redactor) : seen.defaults;
  const checks: Check[] = [];
  for (const assertion of asserted) {
    const check = await evaluate(assertion, seen.root, { test: call.measure, snapshots });
    checks.push(withDoubt(check, seen));
  }
  const passed = checks.every(({ outcome }) => outcome === 'pass');
  return {
    checks,
    figures: seen.figures,
    notes: passed ? [] : (seen.notes ?? []).map((note) => redactor.text(note)),
    duration_ms: performance.now() - started,
  };
}

/** A check that failed because its figure is absent could not be judged. */
function withDoubt(check: Check, { unjudged }: CatalogFigures): Check {
  const isAbsent = check.outcome === 'fail' && !Object.hasOwn(check, 'actual');
  return isAbsent && unjudged !== undefined
    ? { ...check, outcome: 'inconclusive', message: unjudged }
    : check;
}

function failure(listing: Listing): Check | undefined {
  const check = { target: 'tools', matcher: 'tools/list' };
  const reply = listing.failed;
  if (reply === undefined) {
    return listing.fault === undefined ? undefined : { ...check, outcome: 'fail', message: listing.fault };
  }
  if (isRefused(reply)) return { ...check, outcome: 'inconclusive', message: reply.message };
  const { message, stderr } = whyNoList(reply, listing);
  return { ...check, outcome: 'fail', message: `the tools could not be listed: ${message}`, stderr };
}

function whyNoList(reply: Reply, { fault }: Listing): Reason {
  if (reply.kind === 'result') return { message: fault ?? 'the answer is not a list' };
  if (reply.kind === 'error') return { message: `error ${reply.error.code}: ${reply.error.message}` };
  return reasonOf(reply);
}
