/** What every format shows of an audit, and the words that they share. */
import type {
  AuditDelta,
  AuditFinding,
  AuditFix,
  AuditGate,
  AuditGrade,
  AuditHeading,
  AuditReport,
} from '../../types/audit.js';
import { plural } from '../../util/text.js';
import { safe } from '../text/safe-text.js';

export interface AuditView {
  report: AuditReport;
  delta?: AuditDelta;
  gate: AuditGate;
}

export interface AuditStyle {
  color: boolean;
  width: number;
  /** Nothing is cut to the width. */
  whole?: boolean;
}

export type AuditFormat = (view: AuditView, style: AuditStyle) => string;

export function headline({ server }: AuditReport): string {
  const { name, version, transport, protocol_version, tools } = server;
  const how = [
    transport && `over ${transport === 'http' ? 'HTTP' : 'stdio'}`,
    protocol_version && `revision ${protocol_version}`,
    plural(tools, 'tool'),
  ].filter((part) => part !== undefined);
  return safe(`${[name, version].filter((part) => part !== undefined).join(' ')}: ${how.join(', ')}`);
}

/** `B`, or that there is none. */
export function gradeText(grade: AuditGrade | undefined): string {
  return grade ?? '?';
}

/** What the grade of a heading rests on, or why there is none. */
export function headingText({ says, inconclusive, left_out, untested }: AuditHeading): string {
  if (inconclusive !== undefined) return `could not be judged: ${safe(inconclusive)}`;
  if (left_out !== undefined) return `not looked at: ${safe(left_out)}`;
  const [first, ...others] = untested ?? [];
  if (first === undefined) return safe(says);
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  return `${safe(says)}; not tested: ${safe(first)}${more}`;
}

/** `C-LIST-004 at get_order and 3 more: …`. */
export function findingText({
  rule,
  tools,
  message,
}: Pick<AuditFinding, 'rule' | 'tools' | 'message'>): string {
  const [first, ...others] = tools;
  const at =
    first === undefined ? '' : ` at ${first}${others.length > 0 ? ` and ${others.length} more` : ''}`;
  return safe(`${rule}${at}: ${message}`);
}

/** The one thing to fix first, where something costs points. */
export function firstOf({ findings }: AuditHeading): AuditFinding | undefined {
  return findings.find(({ points, at_most }) => points > 0 || at_most !== undefined);
}

/** What mending it gives: a better grade, or points. */
export function gainText({ grade, grade_if_mended, points }: AuditFix): string {
  if (grade_if_mended !== grade) return `${grade} → ${grade_if_mended}`;
  return points < 1 ? `${grade}, less than a point` : `${grade}, ${plural(Math.round(points), 'point')}`;
}

export function titleOf({ headings }: AuditReport, { heading }: AuditFix): string {
  return headings.find(({ id }) => id === heading)?.title ?? heading;
}

export interface GateLine {
  isGreen: boolean;
  text: string;
}

/** What the gate says, or why the exit code is not 0 although none was asked for. */
export function gateLines({ name, requested, verdict, reasons, exit_code }: AuditGate): GateLine[] {
  if (!requested)
    return exit_code === 0
      ? []
      : [{ isGreen: false, text: `exit code ${exit_code}: not every heading could be judged` }];
  if (reasons.length === 0) return [{ isGreen: true, text: `gate ${name}: ${verdict}` }];
  return reasons.map((reason) => ({ isGreen: false, text: safe(`gate ${name}: ${verdict}: ${reason}`) }));
}

export interface ChangeLine {
  kind: 'better' | 'worse' | 'same' | 'unknown';
  text: string;
}

/** What an earlier audit is held against: grades, findings, tokens. */
export function changeLines(delta: AuditDelta): ChangeLine[] {
  const grades = delta.headings.flatMap(({ title, from, to, change }): ChangeLine[] => {
    const text = `${title}: ${gradeText(from)} → ${gradeText(to)}`;
    // Judged in one of the two alone: no change of the server is known.
    if (change === 'unknown')
      return from === to ? [] : [{ kind: change, text: `${text}, judged in one of the two only` }];
    return change === 'same' ? [] : [{ kind: change, text }];
  });
  return [
    ...grades,
    ...tokenLines(delta),
    ...delta.worse.map((text): ChangeLine => ({ kind: 'worse', text: safe(text) })),
    ...delta.better.map((text): ChangeLine => ({ kind: 'better', text: safe(text) })),
  ];
}

const MOST_TOOLS = 3;

function tokenLines({ tokens }: AuditDelta): ChangeLine[] {
  if (tokens === undefined || (tokens.from === tokens.to && tokens.tools.length === 0)) return [];
  const { from, to, tools } = tokens;
  const each = tools.slice(0, MOST_TOOLS).map((tool) => `${safe(tool.tool)} ${signed(tool.to - tool.from)}`);
  const more = tools.length > MOST_TOOLS ? `, and ${tools.length - MOST_TOOLS} more` : '';
  const moved = to > from ? 'worse' : 'better';
  return [
    {
      kind: to === from ? 'same' : moved,
      text: `tokens: ${from} → ${to} (${signed(to - from)}): ${each.join(', ')}${more}`,
    },
  ];
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value);
}
