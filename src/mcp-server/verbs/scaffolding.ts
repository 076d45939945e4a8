/** Suites made from what a server offers. None of its tools is called. */
import {
  givenCursor,
  type Scaffold,
  scaffoldConformance,
  scaffoldEval,
  scaffoldRedteam,
  scaffoldSuite,
} from '../../verbs/generate.js';
import type { LearnInput } from '../../verbs/learn.js';
import { bounded } from '../bounded.js';
import { ASKS, detail, flag, names, output, targeted } from '../shapes.js';
import type { Args, Verb, VerbCall } from '../verb.js';

const PAGE = {
  tools: names('Only these tools'),
  all: flag('All tools, not 25 a page'),
  cursor: {
    anyOf: [{ type: 'integer' }, { type: 'string', maxLength: 999 }],
    description: 'next_cursor of the page before',
  },
};

type Scaffolder<T> = (input: LearnInput) => Promise<Scaffold<T>>;

async function scaffold<T extends { suite: string; notes: string[] }>(
  verb: Scaffolder<T>,
  args: Args,
  call: VerbCall,
): Promise<{ answer: Record<string, unknown>; poisoned: Scaffold<T>['poisoned'] }> {
  const target = await call.target(args);
  const { result, poisoned, closing } = await verb({ ...target, signal: call.signal });
  await closing;
  const { suite, ...rest } = result;
  return { answer: { suite, ...bounded(rest) }, poisoned };
}

/** What servers say of their tools is in these suites, so what is wrong with it is said beside them. */
async function warned<T extends { suite: string; notes: string[] }>(
  verb: Scaffolder<T>,
  args: Args,
  call: VerbCall,
): Promise<Record<string, unknown>> {
  const { answer, poisoned } = await scaffold(verb, args, call);
  return { ...answer, ...(await poisoned()) };
}

function knobs(args: Args) {
  const { tools, all, cursor } = args as { tools?: string[]; all?: boolean; cursor?: number | string };
  return { tools, all, cursor: givenCursor(cursor) };
}

/** Whoever does not see the marks in the text hears which tools they stand at. */
function toReview(suite: string): { review?: string[] } {
  const marked = [...suite.matchAll(/^ *# review before first run: (.*) may destroy data$/gm)];
  const review = [...new Set(marked.map(([, name = '']) => name))];
  return review.length === 0 ? {} : { review };
}

export const scaffoldingVerbs: Verb[] = [
  {
    name: 'scaffold_suite',
    title: 'Scaffold a suite',
    description:
      'Generate a runnable starter suite for the server under test: per tool a call with valid arguments, boundary and violation cases, plus resources and prompts. Use when there is no suite yet; to sharpen one, use propose_assertions.',
    input: targeted(
      {
        ...PAGE,
        include_edge: flag('Boundary cases (default true)'),
        include_violation: flag('Calls the schema forbids (default true)'),
        probe: flag('Also null, oversize, negative, wrongly typed and unknown arguments'),
        detail: detail('summary: `draft` without its text; default full'),
      },
      [],
      { probe: true },
    ),
    output: output({
      draft: 's',
      suite: 's?',
      tools: 'a',
      resources_scaffolded: 'n',
      prompts_scaffolded: 'n',
      notes: 'a',
      next_cursor: 'n?',
      warnings: 'a?',
    }),
    annotations: ASKS,
    run: async (args, call) => {
      const { include_edge, include_violation, probe } = args as Record<string, boolean | undefined>;
      const own = { ...knobs(args), include_edge, include_violation, probe };
      const { suite, ...rest } = await warned((input) => scaffoldSuite({ ...input, ...own }), args, call);
      const draft = call.drafts.keep(suite as string);
      if (args.detail !== 'summary') return { draft, suite, ...rest };
      return { draft, ...rest, ...toReview(suite as string) };
    },
  },
  {
    name: 'scaffold_conformance',
    title: 'Scaffold protocol checks',
    description:
      'Generate a conformance suite for the server under test: handshake and declared lists, pinned to the revision it speaks. Calls no tool and writes nothing. Use it for the protocol; for tools use scaffold_suite.',
    input: targeted(),
    output: output({ suite: 's', checks_scaffolded: 'n', notes: 'a' }),
    annotations: ASKS,
    run: async (args, call) => (await scaffold(scaffoldConformance, args, call)).answer,
  },
  {
    name: 'scaffold_redteam',
    title: 'Scaffold injection probes',
    description:
      'Generate a suite with one injection test per tool, each with a check that the agent stays on its task. Calls no tool, writes nothing; running it needs a model. Use it for injection resistance; for quality use scaffold_eval instead.',
    input: targeted(PAGE),
    output: output({ suite: 's', tools_covered: 'n', notes: 'a', next_cursor: 'n?', warnings: 'a?' }),
    annotations: ASKS,
    run: async (args, call) => {
      const own = knobs(args);
      return warned((input) => scaffoldRedteam({ ...input, ...own }), args, call);
    },
  },
  {
    name: 'scaffold_eval',
    title: 'Scaffold judged agent tests',
    description:
      'Generate one agent test per tool: a task made from its definition, a tool-selection check and judged metrics. Calls no tool, writes nothing; running it needs a model. Without a model use scaffold_suite.',
    input: targeted(PAGE),
    output: output({ suite: 's', tools_covered: 'n', notes: 'a', next_cursor: 'n?', warnings: 'a?' }),
    annotations: ASKS,
    run: async (args, call) => {
      const own = knobs(args);
      return warned((input) => scaffoldEval({ ...input, ...own }), args, call);
    },
  },
];
