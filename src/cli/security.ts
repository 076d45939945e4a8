import { Command } from 'commander';
import { compute } from '../util/awaited.js';
import { EXIT, McptestError } from '../util/errors.js';
import { jsonText } from '../util/printable-json.js';
import { VERSION } from '../util/version.js';
import type { Context } from './context.js';
import {
  formatOption,
  fromOption,
  names,
  outputOption,
  renamed,
  type SeverityWord,
  severityOptions,
} from './options.js';
import { printOrWrite, reportStyle, tell } from './output/terminal.js';
import { readsFilesOnly, type TargetOptions, targetInput, targetOptions } from './target-options.js';

const FORMATS = ['pretty', 'json', 'sarif', 'github', 'md', 'html', 'agent'] as const;

interface Flags extends TargetOptions {
  from?: string[];
  rule?: string[];
  severity?: SeverityWord;
  failOn: SeverityWord;
  baseline?: string;
  update?: boolean;
  lock?: string;
  format: (typeof FORMATS)[number];
  output?: string;
  about?: boolean;
}

export function securityCommand(context: Context): Command {
  const command = fromOption(targetOptions(new Command('security')))
    .summary('look for attacks in what servers offer')
    .description(
      'Look for what an attacker could hide in tools, prompts, resources and instructions: orders to the ' +
        'model, exfiltration, hidden text, secrets, drift. Live servers are probed as well; tools are listed, ' +
        'never called. Nothing is sent anywhere else. Without a target every server of the suite is checked.',
    )
    .argument('[server]', 'a server of the suite, or a URL')
    .option('--rule <id>', 'run only this rule or family (repeatable)', names)
    .option('--baseline <file>', 'a file of what is accepted: findings, which are not reported again')
    .option('--update', 'accept what is there now: write every finding to --baseline')
    .option('--lock <file>', 'the lock file: see what changed since it was written')
    .option('--about', 'print what the rules were measured on')
    .addHelpText('after', EXAMPLES)
    .action((server: string | undefined, flags: Flags) =>
      flags.about ? printAbout(flags) : checkServers(server, flags, context),
    );
  severityOptions(outputOption(formatOption(command, FORMATS)), 'high');
  return renamed(command, '--update-baseline', '--update');
}

async function printAbout({ format, output }: Flags): Promise<void> {
  const { aboutSecurity } = await import('../verbs/security.js');
  const { renderAbout } = await import('../report/findings/security-about.js');
  const about = aboutSecurity();
  await printOrWrite(format === 'json' ? jsonText(about) : renderAbout(about), output);
}

async function checkServers(server: string | undefined, flags: Flags, context: Context): Promise<void> {
  if (flags.update && flags.baseline === undefined)
    throw new McptestError({
      code: 'baseline-missing',
      message: '--update needs the file that holds the accepted findings',
      hint: 'Name it: mcptest security --baseline baseline.json --update.',
    });
  const { checkSecurity, SECURITY_RULES } = await import('../verbs/security.js');
  const input = {
    ...targetInput(server, flags, context),
    from: flags.from,
    rules: flags.rule,
    severity: flags.severity,
    fail_on: flags.failOn,
    baseline: flags.baseline,
    update: flags.update,
    lock: flags.lock,
  };
  const look = () => checkSecurity(input);
  const report = await (readsFilesOnly(server, flags, context) ? compute(look) : look());
  const { findingsFormats } = await import('../report/findings/findings.js');
  const text = findingsFormats[flags.format](report, {
    command: 'security',
    ...reportStyle(flags.output),
    version: VERSION,
    rules: SECURITY_RULES,
    place: report.place,
    catalogs: report.catalogs,
  });
  await printOrWrite(text, flags.output);
  for (const note of report.notes) tell(note);
  context.exit(report.failed ? EXIT.failed : EXIT.ok);
  await report.closing;
}

const EXAMPLES = `
Examples:
  $ mcptest security                                  # check every server of the suite
  $ mcptest security -- npx -y some-mcp-server        # check a server before you trust it
  $ mcptest security --from a.json --from b.json      # check saved catalogues together
  $ mcptest security --lock mcptest.lock              # see what changed since it was pinned
`;
