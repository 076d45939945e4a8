/**
 * `--format pretty`. Of one tool, or of one rule: findings under their tool, worst first, each with what to do. Of more:
 * each fault once with the tools that it concerns, the five that cost most in full and the rest in a line each.
 */
import { type Fault, faultsOf } from '../../envelope/faults.js';
import type { Finding } from '../../types/envelope.js';
import type { FindingsFormat, FindingsOptions } from '../../types/findings-report.js';
import { plural } from '../../util/text.js';
import { type Colour, painter } from '../text/paint.js';
import { safe, safeClip } from '../text/safe-text.js';
import { countsOf, problemsOf, subjectOf } from './findings-text.js';

type Paint = ReturnType<typeof painter>;

const COLOURS: Record<Finding['severity'], Colour> = {
  critical: 'red',
  high: 'red',
  medium: 'yellow',
  warning: 'yellow',
  low: 'cyan',
  info: 'dim',
  pass: 'green',
};

/** Of one rule on one tool so many are shown; the machine formats hold all of them. */
const SHOWN = 3;
/** The first screen has so many faults, and each names so many tools. */
const FIRST = 5;
const NAMED = 6;
const INDENT = ' '.repeat(12);

export const findingsPretty: FindingsFormat = (report, options) => {
  const paint = painter(options.color);
  const problems = problemsOf(report);
  const faults = faultsOf(problems);
  const rules = new Set(faults.map(({ rule }) => rule)).size;
  const lines =
    rules > 1 && haveSeveralSubjects(problems) ? byFault(faults, options, paint) : byTool(problems, paint);
  return `${lines.length === 0 ? '' : `${lines.join('\n')}\n\n`}${countsOf(report)}\n`;
};

function haveSeveralSubjects([first, ...rest]: readonly Finding[]): boolean {
  return first !== undefined && rest.some((finding) => subjectOf(finding) !== subjectOf(first));
}

function byFault(faults: readonly Fault[], { command }: FindingsOptions, paint: Paint): string[] {
  const lines: string[] = [];
  for (const fault of faults.slice(0, FIRST)) lines.push(...wholeFault(fault, paint), '');
  const rest = faults.slice(FIRST);
  if (rest.length > 0) lines.push(paint('bold', `${plural(rest.length, 'fault')} more`));
  for (const fault of rest) lines.push(`${headOf(fault, paint)}${paint('dim', `, ${spreadOf(fault)}`)}`);
  if (rest.length > 0) lines.push('');
  const [{ rule }] = faults as [Fault];
  return [
    ...lines,
    paint('dim', `mcptest ${command} --rule ${rule} shows every place of a rule, tool by tool`),
  ];
}

function wholeFault(fault: Fault, paint: Paint): string[] {
  const { findings, suggestion } = fault;
  const names = [...new Set(findings.map(subjectOf))];
  const named = names.slice(0, NAMED).join(', ');
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  const [first] = findings;
  const lines = [
    headOf(fault, paint),
    `${INDENT}${spreadOf(fault)}: ${named}${more}`,
    ...placeLines(first, paint),
  ];
  if (suggestion) lines.push(`${INDENT}${paint('cyan', 'fix')} ${safe(suggestion)}`);
  return lines;
}

function headOf({ severity, rule, findings: [first] }: Fault, paint: Paint): string {
  return `  ${paint(COLOURS[severity], severity.padEnd(8))}  ${rule}  ${safe(first.message)}`;
}

/** `4 times in 2 tools`. */
function spreadOf({ findings, subjects }: Fault): string {
  const times = findings.length > subjects ? `${findings.length} times ` : '';
  return `${times}in ${plural(subjects, 'tool')}`;
}

function placeLines(finding: Finding, paint: Paint): string[] {
  const lines: string[] = [];
  if (finding.pointer) lines.push(paint('dim', `${INDENT}at ${safeClip(finding.pointer, 160)}`));
  if (finding.excerpt && !finding.message.includes(finding.excerpt))
    lines.push(paint('dim', `${INDENT}"${safe(finding.excerpt)}"`));
  return lines;
}

function byTool(problems: Finding[], paint: Paint): string[] {
  const lines: string[] = [];
  let subject: string | undefined;
  for (const group of groupsOf(problems)) {
    const [first] = group as [Finding];
    const at = subjectOf(first);
    if (at !== subject && subject !== undefined) lines.push('');
    if (at !== subject) lines.push(paint('bold', at));
    subject = at;
    for (const finding of group.slice(0, SHOWN)) {
      const severity = paint(COLOURS[finding.severity], finding.severity.padEnd(8));
      lines.push(`  ${severity}  ${finding.rule}  ${safe(finding.message)}`, ...placeLines(finding, paint));
    }
    if (group.length > SHOWN)
      lines.push(paint('dim', `${INDENT}and ${group.length - SHOWN} more of ${first.rule}`));
    if (first.suggestion) lines.push(`${INDENT}${paint('cyan', 'fix')} ${safe(first.suggestion)}`);
  }
  return lines;
}

/** Neighbours that are the same rule on the same tool with the same fix. */
function groupsOf(findings: Finding[]): Finding[][] {
  const groups: Finding[][] = [];
  for (const finding of findings) {
    const last = groups.at(-1);
    const first = last?.[0];
    if (last && first && isSameAdvice(first, finding)) last.push(finding);
    else groups.push([finding]);
  }
  return groups;
}

function isSameAdvice(one: Finding, two: Finding): boolean {
  return (
    one.rule === two.rule &&
    one.suggestion === two.suggestion &&
    one.severity === two.severity &&
    subjectOf(one) === subjectOf(two)
  );
}
