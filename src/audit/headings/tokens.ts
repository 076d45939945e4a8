/** What the tools cost a model each time it sees them. */
import type { AuditHeading } from '../../types/audit.js';
import type { CommandLine } from '../command-line.js';
import { type FoundFault, judgedHeading, tenths } from '../points.js';

/**
 * Tokens of all tools → points. 20,000 is a tenth of a window of 200,000, where the first clients begin to hide tools
 * behind a search.
 */
const SCALE: readonly [tokens: number, points: number][] = [
  [2000, 100],
  [6000, 90],
  [10_000, 75],
  [20_000, 60],
  [40_000, 40],
  [100_000, 0],
];
/** One tool that costs more, and more than thrice the usual, is worth a look. */
const DEAR = 800;
const TIMES = 3;
const MOST_FINDINGS = 5;

export function tokensHeading(
  { total, tools }: { total: number; tools: Readonly<Record<string, number>> },
  command: CommandLine,
): AuditHeading {
  const raw = pointsOf(total);
  const costs = Object.values(tools).sort((a, b) => a - b);
  const usual = costs[Math.floor(costs.length / 2)] ?? 0;
  const dear = Object.entries(tools)
    .filter(([, tokens]) => tokens > DEAR && tokens > TIMES * usual)
    .sort((one, two) => two[1] - one[1])
    .slice(0, MOST_FINDINGS);
  const findings = dear.map(([tool, tokens]): FoundFault => {
    const saved = tokens - Math.max(usual, DEAR / 2);
    return {
      rule: 'dear-tool',
      severity: 'low',
      tools: [tool],
      message: `it costs ${number(tokens)} of ${number(total)} tokens; the usual tool here costs ${number(usual)}`,
      fix: 'Shorten its description, and leave out of its schema what the server can find out by itself; long explanations belong into an answer.',
      points: tenths(pointsOf(total - saved) - raw),
      command: command('tokens'),
    };
  });
  if (raw < 90 && dear.length === 0) findings.push(largeFault(total, costs.length, { raw, command }));
  const each = costs.length === 0 ? 0 : Math.round(total / costs.length);
  return judgedHeading('tokens', { says: `${number(total)} tokens, ${number(each)} a tool`, findings, raw });
}

function largeFault(
  total: number,
  tools: number,
  { raw, command }: { raw: number; command: CommandLine },
): FoundFault {
  return {
    rule: 'large-surface',
    severity: 'low',
    tools: [],
    message: `${number(tools)} tools cost ${number(total)} tokens in every conversation`,
    fix: 'Join tools that differ only in an argument, or let a setting choose which of them are offered.',
    points: tenths(90 - raw),
    command: command('tokens'),
  };
}

function pointsOf(tokens: number): number {
  const above = SCALE.findIndex(([at]) => tokens <= at);
  if (above === 0) return 100;
  if (above === -1) return 0;
  const [[low, most], [high, least]] = [SCALE[above - 1] ?? [0, 100], SCALE[above] ?? [0, 0]];
  return most - ((tokens - low) / (high - low)) * (most - least);
}

/** 12,345: the same on every machine. */
function number(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}
