/** `tools:`, `resources:`, `prompts:` and `tests:` — what is tested. */
import * as z from 'zod/mini';
import { ownValue } from '../../util/plain.js';
import {
  block,
  choice,
  define,
  duration,
  type Infer,
  list,
  map,
  optional,
  type Shape,
  text,
  variant,
  wholeNumber,
} from '../shape.js';
import { prompt, promptArgs, server, tool, toolArgs, uri } from './call.js';
import { selection, testName } from './common.js';
import { expectation, target } from './expect.js';
import { probes } from './probes.js';

const CAPTURE = {
  expression: /^[A-Za-z_][\w-]*$/,
  message: 'a capture name holds letters, digits, `_` and `-`',
};

const capture = optional(
  map(
    `Values to keep, name to target. Later steps and tests read them as \`\${captured.name}\`.`,
    target,
    CAPTURE,
  ),
);

const common = {
  name: testName(),
  server: server(),
  ...selection,
  repeat: optional(
    wholeNumber('How many times the test is done; each time must pass. Default: 1.', 1, 10_000),
  ),
};

const answer = {
  expect: optional(expectation),
  capture,
  cancel_after: optional(
    duration('Cancel the request when no answer came within this time; `cancelled` tells whether.', 0),
  ),
};

const onToolError = () =>
  optional(
    choice(
      'What a result with `isError: true` means. `inconclusive`: the arguments were made up, so the test neither passes nor fails. Without the key the result is judged by `expect`.',
      ['inconclusive'],
    ),
  );

const step = define(
  'step',
  block('One call: one of `tool`, `uri` and `prompt`.', {
    name: optional(text('Name of the step.')),
    server: server(),
    tool: optional(tool()),
    uri: optional(uri()),
    prompt: optional(prompt()),
    args: toolArgs(),
    ...answer,
    on_tool_error: onToolError(),
    timeout: optional(duration('How long the step may take.')),
  }),
);

const toolKeys = {
  ...common,
  tool: optional(tool()),
  args: toolArgs(),
  ...answer,
  on_tool_error: onToolError(),
  ...probes,
  steps: optional(list('Several calls in order that share captures, in place of `tool`.', step, 1)),
};
const resourceKeys = { ...common, uri: uri(), ...answer };
const promptKeys = { ...common, prompt: prompt(), args: promptArgs(), ...answer };

const toolTest = define('tool_test', block('A test that calls a tool, or several in `steps`.', toolKeys));
const resourceTest = define('resource_test', block('A test that reads a resource.', resourceKeys));
const promptTest = define('prompt_test', block('A test that gets a prompt.', promptKeys));

const KINDS = ['tool', 'resource', 'prompt', 'agent'] as const;

const typed = [
  block('A tool test.', { type: kind('tool'), ...toolKeys }),
  block('A resource test.', { type: kind('resource'), ...resourceKeys }),
  block('A prompt test.', { type: kind('prompt'), ...promptKeys }),
];

function kind<T extends (typeof KINDS)[number]>(value: T) {
  return z
    .literal(value, { error: 'expected tool, resource, prompt or agent' })
    .check(z.describe('What the test is about.'));
}

/** The position among `KINDS` of the type that the author meant. */
function kindOf(value: unknown): number {
  const type = KINDS.indexOf(ownValue(value, 'type') as never);
  if (type >= 0) return type;
  if (ownValue(value, 'agent') !== undefined) return KINDS.indexOf('agent');
  if (ownValue(value, 'uri') !== undefined) return KINDS.indexOf('resource');
  return KINDS.indexOf(ownValue(value, 'prompt') !== undefined ? 'prompt' : 'tool');
}

export const tools = list('Tests that call tools.', toolTest);
export const resources = list('Tests that read resources.', resourceTest);
export const prompts = list('Tests that get prompts.', promptTest);

/** `tests:`, given the shape of an agent test. */
export function testsWith(agentTest: (type: Shape) => Shape) {
  const test = variant('A test of the given `type`.', [...typed, agentTest(kind('agent'))], kindOf);
  return list('Tests of any type; the same as the lists of each type.', define('test', test));
}

export type RawStep = Infer<typeof step>;
export type RawTest = Infer<typeof toolTest> | Infer<typeof resourceTest> | Infer<typeof promptTest>;
