/** `mcptest audit` of several servers: each by itself, one after another, then all of them in a few lines. */
import type { AuditHeading } from '../../types/audit.js';
import { EXIT, McptestError } from '../../util/errors.js';
import { oneLine } from '../../util/text.js';
import type { AuditInput, AuditOutcome } from '../../verbs/audit/audit.js';
import type { Context } from '../context.js';
import { printOrWrite, reportStyle, tell } from '../output/terminal.js';

interface Flags {
  format: string;
  output?: string;
  keep?: string;
  compare?: string;
  serverName?: string;
  from?: string[];
}

type Audited = { name: string } & ({ outcome: AuditOutcome } | { error: McptestError });

export async function auditSeveral(
  names: readonly string[],
  input: AuditInput,
  flags: Flags,
  context: Context,
): Promise<void> {
  refuseForSeveral(flags, input);
  const { auditServer } = await import('../../verbs/audit/audit.js');
  const all: Audited[] = [];
  for (const name of names) {
    tell(`${oneLine(name)}:`);
    const one: Audited = await auditServer({ ...input, server: name }).then(
      (outcome) => ({ name, outcome }),
      (error: unknown) => {
        if (!(error instanceof McptestError) || context.signal.aborted) throw error;
        tell(`${error.message}${error.hint === undefined ? '' : `\n${error.hint}`}`);
        return { name, error };
      },
    );
    all.push(one);
  }
  await printOrWrite(await textOf(all, flags), flags.output);
  context.exit(worstCode(all));
  await Promise.all(all.map((one) => 'outcome' in one && one.outcome.closing));
}

function refuseForSeveral(flags: Flags, { command, url }: AuditInput): void {
  const refused = [
    flags.compare !== undefined && '--compare',
    flags.keep !== undefined && '--keep',
    flags.serverName !== undefined && '--server-name',
    flags.from !== undefined && '--from',
    (command !== undefined || url !== undefined) && 'a command or a URL',
    flags.format !== 'pretty' && flags.format !== 'json' && `--format ${flags.format}`,
  ].find(Boolean);
  if (refused === undefined) return;
  throw new McptestError({
    code: 'bad-option',
    message: `${refused} is for one server, and several are named`,
    hint: 'Audit them one at a time; for several there are --format pretty and json.',
    exitCode: EXIT.usage,
  });
}

async function textOf(all: readonly Audited[], { format, output }: Flags): Promise<string> {
  if (format === 'json') {
    const { jsonText } = await import('../../util/printable-json.js');
    const { auditDocument } = await import('../../report/audit/formats.js');
    const audits = all.map((one) =>
      'outcome' in one
        ? { name: one.name, exit_code: one.outcome.gate.exit_code, ...auditDocument(one.outcome) }
        : { name: one.name, exit_code: one.error.exitCode, error: one.error.message },
    );
    return jsonText({ version: 1, audits });
  }
  const { auditFormats } = await import('../../report/audit/formats.js');
  const style = reportStyle(output);
  const reports = all.flatMap((one) =>
    'outcome' in one ? [`${auditFormats.pretty(one.outcome, style)}\n`] : [],
  );
  return `${reports.join('')}${all.length} servers\n${all.map(summaryLine).join('\n')}\n`;
}

/** The grade, the name, and the headings that are not A. */
function summaryLine(one: Audited): string {
  const name = oneLine(one.name);
  if ('error' in one) return `  ?  ${name}  ${oneLine(one.error.message)}`;
  const { grade, headings } = one.outcome.report;
  const less = headings.filter((heading) => heading.grade !== 'A').map(gradeOf);
  return `  ${grade ?? '?'}  ${name}  ${less.length === 0 ? 'A under every heading' : less.join(', ')}`;
}

function gradeOf({ title, grade, left_out }: AuditHeading): string {
  return `${title}: ${grade ?? (left_out === undefined ? '?' : 'left out')}`;
}

/** What failed counts most, then what could not be judged or started. */
function worstCode(all: readonly Audited[]): number {
  const codes = all.map((one) => ('outcome' in one ? one.outcome.gate.exit_code : one.error.exitCode));
  return [EXIT.failed, EXIT.usage, EXIT.inconclusive].find((code) => codes.includes(code)) ?? EXIT.ok;
}
