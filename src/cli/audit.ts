import { Command, Option } from 'commander';
import type { AuditHeading } from '../types/audit.js';
import type { AuditInput } from '../verbs/audit/audit.js';
import type { Context } from './context.js';
import { formatOption, fromOption, names, outputOption } from './options.js';
import { printOrWrite, reportStyle, styleOf, tell, writeOut } from './output/terminal.js';
import { type TargetOptions, targetInput, targetOptions } from './target-options.js';

const FORMATS = ['pretty', 'json', 'md', 'html', 'badge', 'sarif', 'agent'] as const;
const GATES = ['review', 'release', 'strict'] as const;

interface Flags extends TargetOptions {
  from?: string[];
  calls: boolean;
  allowCalls?: string[];
  clients?: string | true;
  serverName?: string;
  gate?: (typeof GATES)[number];
  compare?: string;
  format: (typeof FORMATS)[number];
  output?: string;
  keep?: string;
}

export function auditCommand(context: Context): Command {
  const command = fromOption(targetOptions(new Command('audit')))
    .summary('is a server ready, and for which clients?')
    .description(
      'Start a server once and check everything: whether it starts and answers, follows the protocol, works in ' +
        'clients, is well described, is safe and costs few tokens. A grade for each, and the five fixes that help most. Only ' +
        'tools that read are called. Without a server: those that your MCP clients declare are listed, and those ' +
        'that you choose are started, one after another. Nothing is sent anywhere. Exit code 3 when a heading could ' +
        'not be judged.',
    )
    .argument('[servers...]', 'servers of the suite, those that MCP clients declare, or a URL')
    .option('--no-calls', 'call no tool, not even those that only read')
    .option('--allow-calls <tool>', 'call this tool as well, unless it is destructive (repeatable)', names)
    .option(
      '--clients [file]',
      'compare with what clients do to tools; a file can add clients, or correct the known ones',
    )
    .option(
      '--server-name <name>',
      "the server's name in the settings of a client, which some put before the names of tools",
    )
    .addOption(
      new Option(
        '--gate <gate>',
        'exit 1 unless every heading is at least: D for review, C for release, A for strict',
      ).choices(GATES),
    )
    .option('--compare <file>', 'show what changed since an earlier result: a saved audit')
    .option(
      '--keep <file>',
      'keep the audit for a later --compare, as JSON, in addition to the printed report',
    )
    .addHelpText('after', EXAMPLES)
    .action((servers: string[], flags: Flags) => audit(servers, flags, context));
  return outputOption(formatOption(command, FORMATS));
}

async function audit(servers: string[], flags: Flags, context: Context): Promise<void> {
  const given: AuditInput = {
    ...targetInput(servers.length > 1 ? undefined : servers[0], flags, context),
    from: flags.from,
    calls: flags.calls,
    allow_calls: flags.allowCalls,
    clients: flags.clients === true ? undefined : flags.clients,
    server_name: flags.serverName,
    gate: flags.gate,
    compare: flags.compare,
    progress: await progress(),
  };
  const { servers: chosen, ...input } =
    servers.length > 1 ? { ...given, servers } : await withConsent(given, context);
  if (chosen !== undefined) {
    const { auditSeveral } = await import('./probing/audit-several.js');
    return auditSeveral(chosen, input, flags, context);
  }
  const { auditServer } = await import('../verbs/audit/audit.js');
  const { report, delta, gate, closing } = await auditServer(input);
  const { auditFormats } = await import('../report/audit/formats.js');
  await printOrWrite(
    auditFormats[flags.format]({ report, delta, gate }, reportStyle(flags.output)),
    flags.output,
  );
  if (flags.keep !== undefined)
    await writeOut(flags.keep, auditFormats.json({ report, gate }, reportStyle(flags.keep)));
  context.exit(gate.exit_code);
  await closing;
}

/** Each heading on stderr as soon as it is known: where the report goes elsewhere, who waits still sees it come. */
async function progress(): Promise<(heading: AuditHeading) => void> {
  const { headingLine } = await import('../report/audit/pretty.js');
  const style = styleOf(process.stderr);
  return (heading) => tell(headingLine(heading, style));
}

/** Servers that clients declare are listed, and those that are chosen are started. Nobody is asked without a terminal. */
async function withConsent(
  input: AuditInput,
  context: Context,
): Promise<AuditInput & { servers?: string[] }> {
  const isNamed = [input.server, input.url, input.command, input.from].some((one) => one !== undefined);
  if (isNamed || !process.stdin.isTTY || !process.stderr.isTTY) return input;
  const { auditChoices } = await import('../verbs/audit/choices.js');
  const declared = await auditChoices(input);
  if (declared === undefined) return input;
  const { askForTarget } = await import('./ask-for-target.js');
  return { ...input, ...(await askForTarget(declared, ASKING, context.signal)) };
}

const ASKING = {
  command: 'audit',
  heading: 'Servers that your MCP clients declare; only what you choose is started:',
} as const;

const EXAMPLES = `
Examples:
  $ mcptest audit -- npx -y some-mcp-server                     # ten seconds with a server
  $ mcptest audit --format html --output audit.html -- node server.js
  $ mcptest audit --from tools.json                             # what a saved catalogue shows
  $ mcptest audit weather --gate release                        # exit 1 unless every heading is C or better
  $ mcptest audit notes weather                                 # several that your clients declare, and a summary
  $ mcptest audit --compare main.json --format md -- node server.js
`;
