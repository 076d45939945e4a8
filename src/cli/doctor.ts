import { Command } from 'commander';
import { McptestError } from '../util/errors.js';
import { jsonText } from '../util/printable-json.js';
import { VERSION } from '../util/version.js';
import type { DoctorReport, Examination } from '../verbs/doctor.js';
import type { Context } from './context.js';
import { formatOption, fromOption, outputOption } from './options.js';
import { print, printOrWrite, reportStyle } from './output/terminal.js';
import { type TargetOptions, targetInput, targetOptions } from './target-options.js';

interface Flags extends TargetOptions {
  format: 'pretty' | 'json';
  call: boolean;
  lenientStdout?: boolean;
  lintDescriptions?: boolean;
  from?: string[];
  output?: string;
}

export function doctorCommand(context: Context): Command {
  return outputOption(formatOption(fromOption(targetOptions(new Command('doctor'))), ['pretty', 'json']))
    .summary('find out why a server cannot be reached')
    .description(
      'Look at a server step by step; the first step that fails comes with what to do. Without a server: those of ' +
        'the suite, and a list of those that are declared for Claude, Cursor, VS Code, Codex and Gemini. Exit code 3 ' +
        'when one cannot be reached or refuses to let us in, 1 when another step fails.',
    )
    .argument('[server]', 'a server of the suite, one that an MCP client declares, or a URL')
    .option('--no-call', 'call no tool, not even one that only reads')
    .option('--lenient-stdout', 'allow servers to log on stdout: a warning, not a failure')
    .option('--lint-descriptions', 'read the descriptions of the tools instead; always exit code 0')
    .addHelpText('after', EXAMPLES)
    .action(async (server: string | undefined, flags: Flags) => {
      if (flags.lintDescriptions) return lintDescriptions(server, flags, context);
      if (flags.from !== undefined) throw fromNeedsLint();
      const { doctor } = await import('../verbs/doctor.js');
      const { doctorText, examinationText } = await import('./output/doctor-text.js');
      const style = reportStyle(flags.output);
      const pretty = flags.format === 'pretty';
      const waiting: Promise<void>[] = [];
      const texts: string[] = [];
      const show = (text: string): void => {
        if (flags.output === undefined) waiting.push(print(text));
        else texts.push(text);
      };
      const report: DoctorReport = await doctor({
        ...targetInput(server, flags, context),
        call: flags.call,
        lenient_stdout: flags.lenientStdout,
        progress: (one: Examination) => {
          if (pretty) show(examinationText(one, style));
        },
      });
      // Who asks about one server did not ask about the others.
      const asked = [server, flags.url, flags.command, context.rest].some((one) => one !== undefined);
      const rest = asked ? { ...report, declared: [] } : report;
      show(pretty ? doctorText(rest, style) : jsonText(report));
      await Promise.all(waiting);
      if (flags.output !== undefined) await printOrWrite(texts.join(''), flags.output);
      context.exit(report.exit_code);
    });
}

/** A reading, no gate: for that there is `mcptest lint`. */
async function lintDescriptions(server: string | undefined, flags: Flags, context: Context): Promise<void> {
  const { lint, LINT_RULES } = await import('../verbs/lint.js');
  const { findingsFormats } = await import('../report/findings/findings.js');
  const report = await lint({ ...targetInput(server, flags, context), from: flags.from, rules: ['DESC'] });
  const text = findingsFormats[flags.format](report, {
    command: 'lint',
    ...reportStyle(flags.output),
    version: VERSION,
    rules: LINT_RULES,
    place: report.place,
  });
  await printOrWrite(text, flags.output);
  await report.closing;
}

function fromNeedsLint(): McptestError {
  return new McptestError({
    code: 'from-needs-lint',
    message: '--from names a saved catalogue, and doctor looks at live servers',
    hint: 'Add --lint-descriptions to read the descriptions in the file, or use mcptest lint --from FILE.',
  });
}

const EXAMPLES = `
Examples:
  $ mcptest doctor
  $ mcptest doctor -- npx -y some-mcp-server
  $ mcptest doctor --lint-descriptions -- node server.js
  $ mcptest doctor --url https://example.com/mcp --bearer-token-env MCP_TOKEN
`;
