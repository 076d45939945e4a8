/**
 * Builds the record of a run from its parts. Counts, verdict and exit code are computed here and
 * nowhere else; keys come out in the order of the schema.
 */
import type { ToolDef } from '../types/catalog.js';
import type { Dataset } from '../types/dataset.js';
import type {
  CaseResult,
  Coverage,
  CoverageGate,
  Finding,
  Floor,
  Group,
  OutputSchema,
  Provenance,
  RunEnvelope,
  ServerTokens,
  Summary,
  ToolCoverage,
} from '../types/envelope.js';
import type { Strength } from '../types/strength.js';
import type { ServerScore } from '../types/tdqs.js';
import { EXIT } from '../util/errors.js';
import { omitUndefined } from '../util/omit-undefined.js';
import { pooledShare } from '../util/ratio.js';
import { arrange, arrangeOnce } from './arrange.js';
import { type BlobSplitter, catalogTable, swapped } from './blobs.js';
import { judgesOf } from './judges.js';
import { hasOnlyItsFloor, isOnRow } from './row-names.js';
import { ENVELOPE_SCHEMA, ENVELOPE_SCHEMA_URL, ENVELOPE_VERSION } from './schema.js';

export interface EnvelopeParts {
  run_id: string;
  started_at: string;
  duration_ms: number;
  provenance: Provenance;
  results: CaseResult[];
  /** Cases replayed from a cassette. */
  cached?: number;
  tool_selection?: Floor[];
  groups?: Group[];
  datasets?: Dataset[];
  coverage?: Coverage;
  findings?: Finding[];
  token_surface?: ServerTokens[];
  scores?: ServerScore[];
  snapshots?: RunEnvelope['snapshots'];
  output_schemas?: OutputSchema[];
  strength?: Strength;
  errors?: RunEnvelope['errors'];
  part_of?: RunEnvelope['part_of'];
  /** When the run ended for a reason that the results do not show (interrupted, refused). */
  exit_code?: number;
}

export function buildEnvelope(parts: EnvelopeParts): RunEnvelope {
  const summary = summarize(parts);
  const exitCode = parts.exit_code ?? exitCodeOf(parts, summary);
  const envelope: RunEnvelope = {
    $schema: ENVELOPE_SCHEMA_URL,
    version: ENVELOPE_VERSION,
    run_id: parts.run_id,
    started_at: parts.started_at,
    duration_ms: parts.duration_ms,
    verdict: verdictOf(parts, summary, exitCode),
    exit_code: exitCode,
    summary,
    provenance: parts.provenance,
    results: parts.results,
    tool_selection: parts.tool_selection,
    groups: parts.groups,
    datasets: parts.datasets,
    coverage: parts.coverage,
    findings: parts.findings,
    token_surface: unlessEmpty(parts.token_surface),
    scores: unlessEmpty(parts.scores),
    snapshots: parts.snapshots,
    output_schemas: unlessEmpty(parts.output_schemas),
    strength: parts.strength,
    judges: unlessEmpty(judgesOf(parts.results)),
    errors: parts.errors,
    part_of: parts.part_of,
  };
  return arrange(envelope, ENVELOPE_SCHEMA) as RunEnvelope;
}

function unlessEmpty<T>(list: T[] | undefined): T[] | undefined {
  return list?.length === 0 ? undefined : list;
}

/** Catalogues by what they were before: rows that were shown the same tools hold the same object. */
const arranged = new WeakMap<object, Record<string, ToolDef[]>>();

/** One row as the envelope holds it, for those who show it before the run is over. */
export function arrangeResult(result: CaseResult): CaseResult {
  const { trace } = result;
  const row = trace?.catalog
    ? { ...result, trace: { ...trace, catalog: arrangeCatalog(trace.catalog) } }
    : result;
  return arrangeOnce(row, ENVELOPE_SCHEMA.properties?.results?.items);
}

function arrangeCatalog(catalog: Record<string, ToolDef[]>): Record<string, ToolDef[]> {
  const known = arranged.get(catalog);
  if (known) return known;
  const made = arrangeOnce(catalog, undefined);
  arranged.set(catalog, made);
  return made;
}

/** The text of an envelope file. */
export function envelopeText(envelope: RunEnvelope): string {
  return [...envelopePieces(envelope)].join('');
}

/** So many rows are one piece of the text. */
const ROWS_AT_ONCE = 50;
/** What stands around the rows, in an object that has nothing else. */
const ROWS_FROM = '{\n  "results": ['.length;
const ROWS_TO = -'\n  ]\n}'.length;
const NO_ROWS = '\n  "results": []';

/** The same text piece by piece: of many rows it is longer than all that a run holds. `split` takes large values out. */
export function* envelopePieces(envelope: RunEnvelope, split?: BlobSplitter): Generator<string> {
  const table = catalogTable(envelope);
  const { results } = envelope;
  const catalogs = table.catalogs && split ? split.catalogs(table.catalogs) : table.catalogs;
  const frame = JSON.stringify(frameOf(envelope, catalogs), null, 2);
  const at = frame.indexOf(NO_ROWS) + NO_ROWS.length - 1;
  yield frame.slice(0, at);
  for (let from = 0; from < results.length; from += ROWS_AT_ONCE) {
    const rows = results.slice(from, from + ROWS_AT_ONCE).map((row) => {
      const written = table.row(row);
      return split ? split.row(written) : written;
    });
    const text = JSON.stringify({ results: rows }, null, 2).slice(ROWS_FROM, ROWS_TO);
    yield from === 0 ? text : `,${text}`;
  }
  yield `${results.length === 0 ? '' : '\n  '}${frame.slice(at)}\n`;
}

/** All but the rows. */
function frameOf(envelope: RunEnvelope, catalogs: RunEnvelope['catalogs']): RunEnvelope {
  const frame = { ...envelope, results: [] };
  if (catalogs === undefined) return frame;
  return envelope.catalogs ? { ...frame, catalogs } : swapped(frame, 'results', { results: [], catalogs });
}

function summarize(parts: EnvelopeParts): Summary {
  const count = (wanted: (result: CaseResult) => boolean) => parts.results.filter(wanted).length;
  return {
    total: parts.results.length,
    passed: count((result) => result.verdict === 'pass'),
    failed: count((result) => result.verdict === 'fail'),
    inconclusive: count((result) => result.verdict === 'inconclusive'),
    skipped: count((result) => result.verdict === 'skipped'),
    flaky: count((result) => result.flaky),
    cached: parts.cached ?? 0,
    gates_failed: failedGroups(parts) + failedFloors(parts) + failedStrength(parts) + failedDatasets(parts),
  };
}

/** A group of one run is judged on its row. */
function failedGroups({ groups = [], tool_selection = [] }: EnvelopeParts): number {
  return groups.filter(
    (group) => group.verdict === 'fail' && group.runs !== 1 && !hasOnlyItsFloor(group, tool_selection),
  ).length;
}

function failedFloors({ tool_selection = [], results }: EnvelopeParts): number {
  return tool_selection.filter(
    (floor) => !floor.passed && floor.inconclusive === undefined && !isOnRow(floor, results),
  ).length;
}

function failedDatasets({ datasets = [] }: EnvelopeParts): number {
  return datasets.filter(({ verdict }) => verdict === 'fail').length;
}

function failedStrength({ strength }: EnvelopeParts): number {
  return (strength?.gates ?? []).filter(({ passed }) => passed === false).length;
}

function exitCodeOf(parts: EnvelopeParts, summary: Summary): number {
  const unjudged = isUnjudged(parts, summary);
  const judged = summary.passed + summary.failed + summary.inconclusive + summary.gates_failed;
  if (judged === 0 && !unjudged) return EXIT.nothing;
  if (summary.failed > 0 || summary.gates_failed > 0) return EXIT.failed;
  if (coverageMissed(parts)) return EXIT.coverage;
  return unjudged ? EXIT.inconclusive : EXIT.ok;
}

/** What a suite asks of its servers' tools. Compared as an exact fraction: 2 of 3 does not meet 67. */
export function coverageGate(
  { file, threshold }: { file: string; threshold: number },
  tools: readonly ToolCoverage[],
  unmeasured: readonly { file: string }[],
): CoverageGate {
  const { total, covered, percent: share } = pooledShare(tools.filter((row) => row.file === file));
  const measured = !unmeasured.some((row) => row.file === file);
  const gate = omitUndefined({ file, threshold, percent: share });
  return measured ? { ...gate, passed: covered * 100 >= threshold * total } : gate;
}

/** A saved run that says it passed, and holds what did not: it was changed afterwards. */
export function claimsTooMuch(envelope: RunEnvelope): boolean {
  if (envelope.verdict !== 'pass' && envelope.exit_code !== EXIT.ok) return false;
  return verdictOf(envelope, summarize(envelope), EXIT.ok) !== 'pass';
}

function coverageMissed(parts: EnvelopeParts): boolean {
  return (parts.coverage?.gates ?? []).some((gate) => gate.passed === false);
}

function isUnjudged(parts: EnvelopeParts, summary: Summary): boolean {
  return (
    summary.inconclusive > 0 ||
    (parts.errors ?? []).length > 0 ||
    (parts.coverage?.gates ?? []).some((gate) => gate.passed === undefined) ||
    (parts.datasets ?? []).some(({ verdict }) => verdict === 'inconclusive') ||
    (parts.groups ?? []).some((group) => group.verdict === 'inconclusive') ||
    (parts.strength?.gates ?? []).some(({ passed }) => passed === undefined) ||
    (parts.tool_selection ?? []).some((floor) => floor.inconclusive !== undefined)
  );
}

function verdictOf(parts: EnvelopeParts, summary: Summary, exitCode: number): RunEnvelope['verdict'] {
  if (summary.failed > 0 || summary.gates_failed > 0 || coverageMissed(parts)) return 'fail';
  if (exitCode === EXIT.failed) return 'fail';
  // A run that ended early or judged nothing at all is no pass either.
  return exitCode !== EXIT.ok || isUnjudged(parts, summary) ? 'inconclusive' : 'pass';
}
