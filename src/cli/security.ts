import { Command, Option } from 'commander';
import { EXIT, McptestError } from '../util/errors.js';
import { jsonText } from '../util/printable-json.js';
import { VERSION } from '../util/version.js';
import type { Context } from './context.js';
import { collect } from './options.js';
import { print, printOrWrite, reportStyle, tell } from './output/terminal.js';
import { type TargetOptions, targetInput, targetOptions } from './target-options.js';

const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const;
const FORMATS = ['pretty', 'json', 'sarif', 'github', 'md', 'agent'] as const;

type Severity = (typeof SEVERITIES)[number];

interface Flags extends TargetOptions {
  from?: string[];
  rule?: string[];
  severity?: Severity;
  failOn: Severity;
  baseline?: string;
  updateBaseline?: boolean;
  lock?: string;
  format: (typeof FORMATS)[number];
  output?: string;
  about?: boolean;
}

export function securityCommand(context: Context): Command {
  return targetOptions(new Command('security'))
    .summary('look for attacks in what servers offer')
    .description(
      'Look for what an attacker could hide in tools, prompts, resources and instructions: orders to the ' +
        'model, exfiltration, hidden text, secrets, drift. Live servers are probed as well; tools are listed, ' +
        'never called. Nothing is sent anywhere else. Without a target every server of the suite is checked.',
    )
    .argument('[server]', 'a server of the suite, or a URL')
    .option('--from <file>', 'check a saved catalogue in place of a live server (repeatable)', collect)
    .option('--rule <id>', 'run only this rule (repeatable)', collect)
    .addOption(new Option('--severity <severity>', 'report this severity and worse').choices(SEVERITIES))
    .addOption(
      new Option('--fail-on <severity>', 'exit 1 on this severity and worse')
        .choices(SEVERITIES)
        .default('high'),
    )
    .option('--baseline <file>', 'report only what this file does not hold')
    .option('--update-baseline', 'write every finding to the baseline')
    .option('--lock <file>', 'compare with what this lock pins')
    .addOption(new Option('--format <format>', 'how to print').choices(FORMATS).default('pretty'))
    .option('--output <file>', 'write the report to a file')
    .option('--about', 'print what the rules were measured on')
    .addHelpText('after', EXAMPLES)
    .action((server: string | undefined, flags: Flags) =>
      flags.about ? printAbout(flags) : checkServers(server, flags, context),
    );
}

async function printAbout({ format }: Flags): Promise<void> {
  const { aboutSecurity } = await import('../verbs/security.js');
  const { renderAbout } = await import('../report/findings/security-about.js');
  const about = aboutSecurity();
  await print(format === 'json' ? jsonText(about) : renderAbout(about));
}

async function checkServers(server: string | undefined, flags: Flags, context: Context): Promise<void> {
  if (flags.updateBaseline && flags.baseline === undefined)
    throw new McptestError({ code: 'baseline-missing', message: '--update-baseline needs --baseline FILE' });
  const { checkSecurity, SECURITY_RULES } = await import('../verbs/security.js');
  const report = await checkSecurity({
    ...targetInput(server, flags, context),
    from: flags.from,
    rules: flags.rule,
    severity: flags.severity,
    fail_on: flags.failOn,
    baseline: flags.baseline,
    update_baseline: flags.updateBaseline,
    lock: flags.lock,
  });
  const { findingsFormats } = await import('../report/findings/findings.js');
  const text = findingsFormats[flags.format](report, {
    command: 'security',
    ...reportStyle(flags.output),
    version: VERSION,
    rules: SECURITY_RULES,
    place: report.place,
  });
  await printOrWrite(text, flags.output);
  for (const note of report.notes) tell(note);
  context.exit(report.failed ? EXIT.failed : EXIT.ok);
  await report.closing;
}

const EXAMPLES = `
Examples:
  $ mcptest security                                  check every server of the suite
  $ mcptest security -- npx -y some-mcp-server        check a server before you trust it
  $ mcptest security --from a.json --from b.json      check saved catalogues together
  $ mcptest security --lock mcptest.lock              see what changed since it was pinned
`;
