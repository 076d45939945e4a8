import { Command } from 'commander';
import { visible } from '../util/text.js';
import type { LearnInput } from '../verbs/learn.js';
import type { Context } from './context.js';
import { collect, count } from './options.js';
import { type TargetOptions, targetInput, targetOptions } from './target-options.js';
import { printOrWrite, tell } from './terminal.js';

interface Flags extends TargetOptions {
  from?: string;
  output?: string;
  tool?: string[];
  all?: boolean;
  cursor?: number;
  probe?: boolean;
  edge?: boolean;
  violation?: boolean;
}

type Verbs = typeof import('../verbs/generate.js');

export function generateCommand(context: Context): Command {
  const parent = new Command('generate')
    .summary('make a suite from what a server offers')
    .description(
      'Make a suite from what a server offers, without calling any of its tools. What comes out is valid as it is.',
    )
    .addHelpText('after', EXAMPLES);
  const make = (name: string, summary: string): Command =>
    targetOptions(new Command(name))
      .summary(summary)
      .description(`${summary[0]!.toUpperCase()}${summary.slice(1)}.`)
      .argument('[server]', 'a server of the suite, or a URL')
      .option('--from <file>', 'a saved catalogue in place of a live server; the suite runs on a mock of it')
      .option('--output <file>', 'write to a file');
  const paged = (command: Command): Command =>
    command
      .option('--tool <name>', 'only this tool (repeatable)', collect)
      .option('--all', 'every tool, not 25 at a time')
      .option('--cursor <number>', 'go on after this many tools', count);
  const act = (command: Command, work: (verbs: Verbs, input: LearnInput, flags: Flags) => Promise<Made>) =>
    command.action(async (server: string | undefined, flags: Flags) => {
      const verbs = await import('../verbs/generate.js');
      const input = {
        ...targetInput(flags.from === undefined ? server : undefined, flags, context),
        from: flags.from,
        suite_file: flags.output,
        ...(flags.tool && { tools: flags.tool }),
        all: flags.all,
        cursor: flags.cursor,
      };
      const { result, closing } = await work(verbs, input, flags);
      await printOrWrite(result.suite, flags.output);
      for (const note of result.notes) tell(`note: ${visible(note)}`);
      await closing;
    });
  parent.addCommand(
    act(
      paged(make('suite', 'tests for every tool, resource and prompt'))
        .option('--probe', 'also probe with null, oversize, negative, wrongly typed and unknown arguments')
        .option('--no-edge', 'leave out boundary cases')
        .option('--no-violation', 'leave out calls that the schema forbids'),
      (verbs, input, { probe, edge, violation }) =>
        verbs.scaffoldSuite({ ...input, probe, include_edge: edge, include_violation: violation }),
    ),
  );
  parent.addCommand(
    act(make('conformance', 'checks of the protocol, by what the server declares'), (verbs, input) =>
      verbs.scaffoldConformance(input),
    ),
  );
  parent.addCommand(
    act(
      paged(make('redteam', 'agent tests: does an order smuggled into the task get obeyed?')),
      (verbs, input) => verbs.scaffoldRedteam(input),
    ),
  );
  parent.addCommand(
    act(paged(make('eval', 'agent tests: is each tool chosen and used well?')), (verbs, input) =>
      verbs.scaffoldEval(input),
    ),
  );
  for (const command of parent.commands)
    command.exitOverride().option('--debug', 'print a stack trace when mcptest itself breaks');
  return parent;
}

interface Made {
  result: { suite: string; notes: string[] };
  closing: Promise<unknown>;
}

const EXAMPLES = `
Examples:
  $ mcptest generate suite --output mcptest.yml -- node server.js
  $ mcptest generate suite --probe --from tools.json
  $ mcptest generate conformance --url http://localhost:3000/mcp
`;
