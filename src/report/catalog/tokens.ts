/** The token surface as text and as a table for a pull request. */
import type { TokenReport, TokenRow } from '../../types/token-report.js';
import { cut, pad } from '../text/columns.js';
import { safe } from '../text/safe-text.js';

const HEAD = ['tokens', 'name', 'description', 'schema'] as const;

export function tokensPretty(report: TokenReport, { width }: { width: number }): string {
  const compared = report.base_total !== undefined;
  const longest = Math.max(4, ...report.tools.map(({ tool }) => safe(tool).length));
  const room = Math.min(longest, Math.max(16, width - (compared ? 50 : 40)));
  const line = (name: string, values: string[]): string => {
    const padded = values.map((value, at) => value.padStart(Math.max(6, HEAD[at]?.length ?? 8)));
    return `${pad(cut(name, room), room)}  ${padded.join('  ')}`;
  };
  const lines = [line('tool', headOf(compared))];
  for (const row of report.tools) lines.push(line(safe(row.tool), cells(row)));
  lines.push('', tokensSummary(report), ...report.over_budget.map((text) => `over budget: ${safe(text)}`));
  return `${lines.map((text) => text.trimEnd()).join('\n')}\n`;
}

export function tokensMarkdown(report: TokenReport): string {
  const compared = report.base_total !== undefined;
  const rows = compared ? report.tools.filter(({ delta }) => delta !== 0) : report.tools;
  const head = ['tool', ...headOf(compared)];
  const table = [
    `| ${head.join(' | ')} |`,
    `|---|${head
      .slice(1)
      .map(() => '---:|')
      .join('')}`,
    ...rows.map((row) => `| ${code(row.tool)} | ${cells(row).join(' | ')} |`),
  ];
  const over = report.over_budget.map((text) => `- over budget: ${safe(text).replace(/[|<>`]/g, ' ')}`);
  return `**Token surface**: ${tokensSummary(report)}\n\n${rows.length > 0 ? `${table.join('\n')}\n` : 'No tool changed.\n'}${over.length > 0 ? `\n${over.join('\n')}\n` : ''}`;
}

function headOf(compared: boolean): string[] {
  return compared ? [...HEAD, 'change'] : [...HEAD];
}

function cells({ tokens, name, description, schema, delta }: TokenRow): string[] {
  return [tokens, name, description, schema].map(String).concat(delta === undefined ? [] : [signed(delta)]);
}

export function tokensSummary({ total, base_total, tools }: TokenReport): string {
  const count = tools.filter(({ tokens }) => tokens > 0).length;
  const change = base_total === undefined ? '' : `, ${signed(total - base_total)} against ${base_total}`;
  return `${total} tokens for ${count} ${count === 1 ? 'tool' : 'tools'}${change}`;
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value);
}

function code(text: string): string {
  return `\`${safe(text).replace(/[`|]/g, ' ')}\``;
}
