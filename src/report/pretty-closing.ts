/** The end of a report for a person: strength, servers, coverage, snapshots, and the counts last, where the eye ends up. */
import { uncalledTools } from '../envelope/lent-servers.js';
import type { Coverage, RunEnvelope } from '../types/envelope.js';
import type { TestStrength } from '../types/strength.js';
import { fullMessage } from '../util/full-message.js';
import { plural } from '../util/text.js';
import { judgeTexts, ratePercent, serverTexts, strengthText, verdictLine } from './counts.js';
import { cut, pad, wrap } from './text/columns.js';
import { givenLines, lineOf } from './text/given-lines.js';
import type { Paint } from './text/paint.js';
import { pasteable, safe, safeClip } from './text/safe-text.js';

/** So many tests are shown with a change that they let pass. */
const MAX_WEAK = 3;
const MAX_HOLLOW = 10;

/** Whether the tests would notice: hollow ones first, then the weakest, and where to see the rest. */
export function strengthLines({ strength }: RunEnvelope, width: number, paint: Paint): string[] {
  if (strength === undefined) return [];
  const weak = strength.tests.filter(({ survivors }) => survivors.length > 0);
  const others = weak.slice(MAX_WEAK);
  const hollow = others.filter((test) => test.hollow).slice(0, MAX_HOLLOW);
  const more = others.length - hollow.length;
  const unmeasured = strength.unmeasured?.length ?? 0;
  return givenLines(
    `  ${strengthText(strength)}`,
    ...weak
      .slice(0, MAX_WEAK)
      .flatMap((test) => [weakLine(test, width, paint), ...survivorLines(test, width, paint)]),
    ...hollow.map((test) => weakLine(test, width, paint)),
    more > 0 ? `  … and ${plural(more, 'more test')} with survivors` : undefined,
    unmeasured > 0 ? `  ${plural(unmeasured, 'test')} not measured` : undefined,
    `  ${paint('dim', 'next')}    ${paint('cyan', 'mcptest mutate --run latest')}`,
  );
}

function weakLine({ hollow, rate, name, file, line }: TestStrength, width: number, paint: Paint): string {
  const mark = paint(hollow ? 'red' : 'yellow', pad(hollow ? 'hollow' : ratePercent(rate), 8));
  const place = safeClip(`${file}:${line}`, 60);
  return `  ${mark}${cut(safe(name), Math.max(20, width - 12 - place.length))}  ${paint('dim', place)}`;
}

/** One change that the test let pass, and the line that would have caught it. */
function survivorLines({ survivors }: TestStrength, width: number, paint: Paint): string[] {
  const one = survivors.find(({ suggestion }) => pasteable(suggestion)) ?? survivors[0];
  if (one === undefined) return [];
  const indent = ' '.repeat(10);
  const change = `${one.family} ${safeClip(one.path, 100)}: ${safeClip(one.change, 160)}`;
  return givenLines(
    indent + cut(change, width - indent.length),
    lineOf(pasteable(one.suggestion), (line) => indent + paint('green', line)),
  );
}

export function closingLines(envelope: RunEnvelope, width: number, paint: Paint): string[] {
  return [
    ...serverTexts(envelope).flatMap((text) => facts('server', text, width, paint)),
    ...judgeTexts(envelope).flatMap((text) => facts('judge', text, width, paint)),
    ...coverageLines(envelope.coverage, width, paint),
    ...snapshotLines(envelope, width, paint),
    verdictLine(envelope, paint),
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
  const tools = uncalledTools(coverage.tools, ({ file }) => !missed.has(file));
  const missing = tools.length === 0 ? '' : `; not called: ${listed(tools)}`;
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
