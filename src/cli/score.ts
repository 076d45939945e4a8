import { Command } from 'commander';
import { compute } from '../util/awaited.js';
import { TRACE_FORMAT_NAMES } from '../util/trace-format-names.js';
import type { ScoreInput } from '../verbs/score.js';
import type { Context } from './context.js';
import { applyEnvFiles } from './env-file.js';
import { files, filterOptions, renamed, suiteOptions, workspaceOption } from './options.js';
import { nothingSelected } from './output/nothing-selected.js';
import { tell } from './output/terminal.js';

interface Flags {
  config?: string[];
  trace: string[];
  traceFormat?: string;
  from?: string[];
  filter?: string[];
  tag?: string[];
  skipTag?: string[];
  reporter?: string[];
  output?: string;
  agentBudget?: number;
  verbose?: boolean;
  quiet?: boolean;
  profile?: string;
  var?: Record<string, string>;
  envFile?: string[];
  workspace?: string;
  save: boolean;
}

export function scoreCommand(context: Context): Command {
  const command = new Command('score')
    .summary('judge agent tests on recorded traces')
    .description(
      'Judge the agent tests of a suite on recorded traces. Starts nothing and asks no model. With no suite: mcptest.yaml or mcptest.yml of this folder.',
    )
    .argument('[paths...]', 'suite files, or folders with *.mcptest.yml files')
    .requiredOption('--trace <file>', 'a trace file; several are runs (repeatable)', files)
    .option('--config <suite>', 'a suite file (the same as naming it; repeatable)', files)
    .option('--trace-format <name>', `auto, ${TRACE_FORMAT_NAMES.join(', ')} (auto)`)
    .option(
      '--from <file>',
      'read a saved catalogue: FILE or server=FILE, where the trace holds none (repeatable)',
      files,
    );
  suiteOptions(workspaceOption(filterOptions(command)))
    .option('--no-save', 'do not keep the run in .mcptest')
    .addHelpText('after', EXAMPLES)
    .action((paths: string[], flags: Flags) =>
      scoreSuites([...paths, ...(flags.config ?? [])], flags, context),
    );
  return renamed(command, '--catalog <file>', '--from');
}

async function scoreSuites(paths: string[], flags: Flags, context: Context): Promise<void> {
  applyEnvFiles(flags.envFile);
  const { destinations, writeReports } = await import('./output/reports.js');
  const targets = destinations(flags.reporter, flags.output, [
    ...paths,
    ...flags.trace,
    ...(flags.from ?? []).map((word) => word.slice(word.indexOf('=') + 1)),
  ]);
  const { score } = await import('../verbs/score.js');
  const input: ScoreInput = {
    paths,
    traces: flags.trace,
    trace_format: flags.traceFormat as ScoreInput['trace_format'],
    from: flags.from,
    filter: flags.filter,
    tags: flags.tag,
    skip_tags: flags.skipTag,
    profile: flags.profile,
    vars: flags.var,
    workspace: flags.workspace,
    save: flags.save,
    redactor: context.redactor,
  };
  const report = await compute(() => score(input));
  const remarks = [...report.warnings.map((warning) => `mcptest: ${warning}`), ...report.floors];
  for (const line of flags.quiet ? [] : remarks) tell(line);
  const asked = { filter: flags.filter, tags: flags.tag, skip_tags: flags.skipTag };
  const nothing = nothingSelected(report.envelope, asked, 'agent test');
  if (nothing !== undefined) tell(`mcptest: ${nothing}`);
  await writeReports(report.envelope, targets, flags);
  context.exit(report.envelope.exit_code);
}

const EXAMPLES = `
Examples:
  $ mcptest score suite.yml --trace run-1.json --trace run-2.json
  $ mcptest score --trace session.jsonl --trace-format claude-code
  $ mcptest score --trace t.json --from weather=tools.json --reporter json --output scored.json
`;
