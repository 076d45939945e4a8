/** The end of a report for a person: servers, coverage, snapshots, and the counts last, where the eye ends up. */
import type { Coverage, RunEnvelope } from '../types/envelope.js';
import { fullMessage } from '../util/full-message.js';
import { countsText, serverTexts } from './counts.js';
import { wrap } from './text/columns.js';
import type { Colour, Paint } from './text/paint.js';
import { safe, safeClip } from './text/safe-text.js';

export function closingLines(envelope: RunEnvelope, width: number, paint: Paint): string[] {
  const [colour, word] = {
    pass: ['green', 'PASS'],
    fail: ['red', 'FAIL'],
    inconclusive: ['yellow', 'INCONCLUSIVE'],
  }[envelope.verdict] as [Colour, string];
  return [
    ...serverTexts(envelope).flatMap((text) => facts('server', text, width, paint)),
    ...coverageLines(envelope.coverage, width, paint),
    ...snapshotLines(envelope, width, paint),
    `${paint(colour, word)}  ${countsText(envelope)}`,
  ];
}

function facts(label: string, text: string, width: number, paint: Paint): string[] {
  const indent = 11;
  return wrap(text, width - indent, 3).map((line, index) => {
    return index === 0 ? paint('dim', label.padEnd(indent)) + line : ' '.repeat(indent) + line;
  });
}

function coverageLines(coverage: Coverage | undefined, width: number, paint: Paint): string[] {
  if (!coverage) return [];
  // Where a threshold was missed, the tools stand among the failures already.
  const missed = new Set((coverage.gates ?? []).filter((gate) => !gate.passed).map((gate) => gate.file));
  const rows = coverage.tools.filter((row) => !missed.has(row.file));
  const tools = rows.flatMap((row) => row.uncovered.map((tool) => `${row.server}.${tool}`));
  const missing = tools.length === 0 ? '' : `; not called: ${listed([...new Set(tools)])}`;
  const text = `${coverage.covered}/${coverage.total} tools (${coverage.percent}%)${missing}`;
  const unmeasured = (coverage.unmeasured ?? [])
    .filter((row) => !missed.has(row.file))
    .map(
      ({ server, reason, stderr }) => `${server} not measured: ${fullMessage({ message: reason, stderr })}`,
    );
  const measured = coverage.tools.length > 0 ? [safe(text)] : [];
  return [...measured, ...unmeasured.map((line) => safeClip(line, 400))].flatMap((line) =>
    facts('coverage', line, width, paint),
  );
}

function snapshotLines({ snapshots }: RunEnvelope, width: number, paint: Paint): string[] {
  if (!snapshots) return [];
  const { written, updated, obsolete } = snapshots;
  const parts: string[] = [];
  if (written.length > 0) parts.push(`${written.length} written`);
  if (updated.length > 0) parts.push(`${updated.length} updated`);
  if (obsolete.length > 0) parts.push(`${obsolete.length} obsolete: ${listed(obsolete)}`);
  return parts.length === 0 ? [] : facts('snapshots', safe(parts.join(', ')), width, paint);
}

function listed(names: string[]): string {
  const shown = names.slice(0, 10).map((name) => safeClip(name, 80));
  return shown.join(', ') + (names.length > shown.length ? ` and ${names.length - shown.length} more` : '');
}
