import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { EXIT, McptestError } from '../util/errors.js';
import { visible } from '../util/text.js';
import type { LearnInput } from '../verbs/learn.js';
import type { Context } from './context.js';
import { capitalised, count, dollars, fromOption, names, outputOption } from './options.js';
import { printOrWrite, tell } from './output/terminal.js';
import { type TargetOptions, targetInput, targetOptions } from './target-options.js';

interface Flags extends TargetOptions {
  from?: string[];
  output?: string;
  force?: boolean;
  tool?: string[];
  all?: boolean;
  cursor?: number;
  probe?: boolean;
  edge?: boolean;
  violation?: boolean;
  observe?: boolean;
  model?: string;
  baseUrl?: string;
  apiKeyEnv?: string;
  maxCost?: number;
}

type Verbs = typeof import('../verbs/generate.js');

interface GenerateInput extends LearnInput {
  tools?: string[];
  all?: boolean;
  cursor?: number;
}

interface GeneratedSuite {
  result: { suite: string; notes: string[] };
  closing: Promise<unknown>;
}

/** One of the commands below `generate`: what it makes, and from which flags. */
interface Kind {
  name: string;
  summary: string;
  /** It makes tests tool by tool, so that there may be several pages of them. */
  paged?: boolean;
  make(verbs: Verbs, input: GenerateInput, flags: Flags): Promise<GeneratedSuite>;
}

const KINDS: Kind[] = [
  {
    name: 'suite',
    summary: 'tests for every tool, resource and prompt',
    paged: true,
    make: (verbs, input, { probe, edge, violation, observe }) => {
      const asked = { ...input, probe, include_edge: edge, include_violation: violation };
      return observe ? verbs.observeSuite(asked) : verbs.scaffoldSuite(asked);
    },
  },
  {
    name: 'conformance',
    summary: 'checks of the protocol, by what the server declares',
    make: (verbs, input) => verbs.scaffoldConformance(input),
  },
  {
    name: 'redteam',
    summary: 'agent tests: does an order smuggled into the task get obeyed?',
    paged: true,
    make: (verbs, input) => verbs.scaffoldRedteam(input),
  },
  {
    name: 'eval',
    summary: 'agent tests: is each tool chosen and used well?',
    paged: true,
    make: (verbs, input) => verbs.scaffoldEval(input),
  },
  {
    name: 'cases',
    summary: 'a table of requests for agent tests with `cases`, five for each tool, as drafts to read',
    paged: true,
    make: async (_verbs, input, { model, baseUrl: base_url, apiKeyEnv: api_key_env, maxCost: max_cost }) => {
      const { scaffoldCases } = await import('../verbs/generate.js');
      return scaffoldCases({ ...input, model, base_url, api_key_env, max_cost });
    },
  },
];

export function generateCommand(context: Context): Command {
  const parent = new Command('generate')
    .summary('write a suite from what a server offers')
    .description(
      'Make a suite from what a server offers, without calling any of its tools unless `suite --observe` asks for ' +
        'it. What comes out is valid as it is. With --from, the suite runs on a mock of the saved catalogue.',
    )
    .addHelpText('after', EXAMPLES);
  for (const kind of KINDS) parent.addCommand(kindCommand(kind, context));
  return parent;
}

function kindCommand({ name, summary, paged, make }: Kind, context: Context): Command {
  const command = outputOption(fromOption(targetOptions(new Command(name))))
    .summary(summary)
    .description(`${capitalised(summary)}.`)
    .argument('[server]', 'a server of the suite, or a URL')
    .option('--force', 'overwrite what is there');
  if (paged) {
    command
      .option('--tool <name>', 'only this tool (repeatable)', names)
      .option('--all', 'every tool, not 25 at a time')
      .option('--cursor <number>', 'go on after this many tools', count);
  }
  if (name === 'suite') {
    command
      .option('--observe', 'call the tools that only read, twice each, and write what they answer')
      .option('--probe', 'also probe with null, oversize, negative, wrongly typed and unknown arguments')
      .option('--no-edge', 'leave out boundary cases')
      .option('--no-violation', 'leave out calls that the schema forbids');
  }
  if (name === 'cases') {
    command
      .option('--model <name>', 'the model to use: the one that drafts (rules, which need no key)')
      .option('--base-url <url>', 'an OpenAI-compatible address that serves the model')
      .option('--api-key-env <name>', 'the variable that holds the key for --base-url')
      .option('--max-cost <usd>', 'stop asking models when they have cost this much (US dollars)', dollars);
  }
  return command.action(async (server: string | undefined, flags: Flags) => {
    refuseToOverwrite(flags);
    const verbs = await import('../verbs/generate.js');
    const { result, closing } = await make(verbs, generateInput(server, flags, context), flags);
    for (const note of result.notes) tell(`note: ${visible(note)}`);
    await closing;
    if (!HAS_TESTS.test(result.suite)) throw nothingToTest();
    await printOrWrite(result.suite, flags.output);
  });
}

/** Every test of a generated suite begins with its name, every case is a map on a line. */
const HAS_TESTS = /^(?: {2}- name:|- \{)/m;

/** Before the server is asked: a suite of the user's own is worth more than a generated one. */
function refuseToOverwrite({ output, force }: Flags): void {
  if (force || output === undefined || !existsSync(output)) return;
  throw new McptestError({
    code: 'file-exists',
    message: `${output} is there already`,
    hint: 'Write to another file with --output, or overwrite it with --force.',
  });
}

function nothingToTest(): McptestError {
  return new McptestError({
    code: 'nothing-to-test',
    message: 'there is nothing to make a test for, so no suite was written',
    hint: 'See what the server offers with: mcptest tools.',
    exitCode: EXIT.nothing,
  });
}

function oneCatalogue(): McptestError {
  return new McptestError({
    code: 'two-targets',
    message: 'a suite is made from one catalogue, and --from names several',
    hint: 'Run mcptest generate once for each file.',
  });
}

function generateInput(server: string | undefined, flags: Flags, context: Context): GenerateInput {
  const { from: saved = [], output: suite_file, tool: tools, all, cursor } = flags;
  const [from, ...others] = saved;
  if (others.length > 0) throw oneCatalogue();
  const target = targetInput(from === undefined ? server : undefined, flags, context);
  return { ...target, from, suite_file, keep_name: true, tools, all, cursor };
}

const EXAMPLES = `
Examples:
  $ mcptest generate suite --output mcptest.yml -- node server.js
  $ mcptest generate suite --observe --output mcptest.yml -- node server.js
  $ mcptest generate suite --probe --from tools.json
  $ mcptest generate cases --output cases.yaml --from tools.json
  $ mcptest generate cases --output cases.yaml --model claude-sonnet-4-5 --max-cost 0.50 -- node server.js
  $ mcptest generate conformance --url http://localhost:3000/mcp
`;
