import { Command } from 'commander';
import type { ScoreInput } from '../verbs/score.js';
import type { Context } from './context.js';
import { applyEnvFiles } from './env-file.js';
import { collect, suiteOptions } from './options.js';
import { nothingSelected } from './output/nothing-selected.js';
import { tell } from './output/terminal.js';

interface Flags {
  config?: string[];
  trace: string[];
  traceFormat?: string;
  catalog?: string[];
  filter?: string;
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
    .requiredOption('--trace <file>', 'a trace file; several are runs (repeatable)', collect)
    .option('--config <suite>', 'the suite (repeatable)', collect)
    .option(
      '--trace-format <name>',
      'auto, mcptest, claude-code, openai-chat, openai-responses, anthropic, vercel-ai, otlp (auto)',
    )
    .option(
      '--catalog <[server=]file>',
      'the tools, where the trace does not hold them (repeatable)',
      collect,
    )
    .option('--filter <text>', 'score tests whose name holds the text, or matches re:REGEX')
    .option('--tag <tag>', 'score tests with this tag (repeatable)', collect)
    .option('--skip-tag <tag>', 'leave out tests with this tag (repeatable)', collect);
  return suiteOptions(command)
    .option('--workspace <folder>', 'the project folder, where .mcptest is kept')
    .option('--no-save', 'do not keep the run in .mcptest')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: Flags) => {
      applyEnvFiles(flags.envFile);
      const { destinations, writeReports } = await import('./output/reports.js');
      const targets = destinations(flags.reporter, flags.output, [
        ...(flags.config ?? []),
        ...flags.trace,
        ...(flags.catalog ?? []).map((word) => word.slice(word.indexOf('=') + 1)),
      ]);
      const { score } = await import('../verbs/score.js');
      const report = await score({
        paths: flags.config,
        traces: flags.trace,
        trace_format: flags.traceFormat as ScoreInput['trace_format'],
        catalogs: flags.catalog,
        filter: flags.filter,
        tags: flags.tag,
        skip_tags: flags.skipTag,
        profile: flags.profile,
        vars: flags.var,
        workspace: flags.workspace,
        save: flags.save,
        redactor: context.redactor,
      });
      const remarks = [...report.warnings.map((warning) => `mcptest: ${warning}`), ...report.floors];
      for (const line of flags.quiet ? [] : remarks) tell(line);
      const asked = { filter: flags.filter, tags: flags.tag, skip_tags: flags.skipTag };
      const nothing = nothingSelected(report.envelope, asked, 'agent test');
      if (nothing !== undefined) tell(`mcptest: ${nothing}`);
      await writeReports(report.envelope, targets, flags);
      context.exit(report.envelope.exit_code);
    });
}

const EXAMPLES = `
Examples:
  $ mcptest score --config suite.yml --trace run-1.json --trace run-2.json
  $ mcptest score --trace session.jsonl --trace-format claude-code
  $ mcptest score --trace t.json --catalog weather=tools.json --reporter json --output scored.json
`;
