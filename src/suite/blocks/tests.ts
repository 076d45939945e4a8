/**
 * What is tested: `tools:`, `resources:`, `prompts:`, the other parts of the protocol (`requests:`, `completions:`,
 * `resource_templates:`, `subscriptions:`, `tasks:`, `apps:`, `capabilities:`), and `tests:` for all of them.
 */
import * as z from 'zod/mini';
import { ownValue } from '../../util/plain.js';
import {
  block,
  choice,
  define,
  described,
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
import {
  app,
  cancelWhen,
  complete,
  logLevel,
  prompt,
  promptArgs,
  request,
  server,
  subscribe,
  task,
  template,
  tool,
  toolArgs,
  trigger,
  uri,
  waitFor,
} from './call.js';
import { cases, matrix, selection, testName } from './common.js';
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
  cases: optional(cases),
  matrix: optional(matrix),
  depends_on: optional(
    list(
      'Tests of this file, above this one, that must pass first; otherwise this one is skipped. If you select this test, they are selected too.',
      text('The name of a test.'),
      1,
    ),
  ),
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
    duration(
      'Cancel the request if there is no answer within this time; the target `cancelled` is then `true`.',
      0,
    ),
  ),
};

const heard = { wait_for: waitFor, log_level: logLevel() };

const ttl = () => optional(duration('How long the server is asked to keep the task, in the legacy era.'));

const templateArgs = () =>
  optional(
    map(
      'Values of the variables of the template: text, a number, or a list of these. Default: {}.',
      z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))], {
        error: 'expected text, a number or a list of these',
      }),
    ),
  );

const onToolError = () =>
  optional(
    choice(
      'What a result with `isError: true` means. `inconclusive`: the arguments were made up, so the test neither passes nor fails. Without the key the result is judged by `expect`.',
      ['inconclusive'],
    ),
  );

const step = define(
  'step',
  block(
    'One call: one of `tool`, `uri`, `prompt`, `request`, `complete`, `template`, `subscribe`, `task` and `app`.',
    () => ({
      name: optional(text('Name of the step.')),
      server: server(),
      tool: optional(tool()),
      uri: optional(uri()),
      prompt: optional(prompt()),
      request: optional(request),
      complete: optional(complete),
      template: optional(template()),
      subscribe: optional(subscribe),
      trigger,
      task: optional(task()),
      ttl: ttl(),
      cancel_when: cancelWhen(),
      app: optional(app()),
      args: toolArgs(),
      ...answer,
      ...heard,
      on_tool_error: onToolError(),
      timeout: optional(duration('How long the step may take.')),
    }),
  ),
);

const toolKeys = () => ({
  ...common,
  tool: optional(tool()),
  args: toolArgs(),
  ...answer,
  ...heard,
  on_tool_error: onToolError(),
  ...probes,
  steps: optional(list('Several calls in order that share captures, instead of `tool`.', step, 1)),
});
const resourceKeys = () => ({ ...common, uri: uri(), ...answer, ...heard });
const promptKeys = () => ({ ...common, prompt: prompt(), args: promptArgs(), ...answer, ...heard });
const judgedKeys = () => ({ expect: optional(expectation), capture });
const requestKeys = () => ({ ...common, request, ...answer, ...heard });
const completionKeys = () => ({ ...common, complete, ...answer });
const templateKeys = () => ({ ...common, template: template(), args: templateArgs(), ...answer });
const subscriptionKeys = () => ({ ...common, subscribe, trigger, wait_for: waitFor, ...judgedKeys() });
const taskKeys = () => ({
  ...common,
  task: task(),
  args: toolArgs(),
  ttl: ttl(),
  cancel_when: cancelWhen(),
  ...judgedKeys(),
});
const appKeys = () => ({ ...common, app: app(), ...judgedKeys() });
/** Nothing is asked, so nothing can be late or come out otherwise the next time. */
const { repeat: _repeat, timeout: _timeout, retries: _retries, ...unasked } = common;
const capabilitiesKeys = () => ({ ...unasked, expect: expectation, capture });

const toolTest = define('tool_test', block('A test that calls a tool, or several in `steps`.', toolKeys));
const resourceTest = define('resource_test', block('A test that reads a resource.', resourceKeys));
const promptTest = define('prompt_test', block('A test that gets a prompt.', promptKeys));
const requestTest = define('request_test', block('A test that sends any method.', requestKeys));
const completionTest = define(
  'completion_test',
  block('A test of values that are suggested for an argument.', completionKeys),
);
const templateTest = define(
  'template_test',
  block('A test that reads a resource by its template.', templateKeys),
);
const subscriptionTest = define(
  'subscription_test',
  block('A test that listens for updates.', subscriptionKeys),
);
const taskTest = define('task_test', block('A test that calls a tool as a task.', taskKeys));
const appTest = define(
  'app_test',
  block('A test of the page (MCP app) that a tool declares for its results.', appKeys),
);
const capabilitiesTest = define(
  'capabilities_test',
  block('A test of what the server says about itself.', capabilitiesKeys),
);

const KINDS = [
  'tool',
  'resource',
  'prompt',
  'request',
  'completion',
  'template',
  'subscription',
  'task',
  'app',
  'capabilities',
  'agent',
] as const;
/** The key that tells the kind of a test which does not say it. */
const TELLING = {
  uri: 'resource',
  prompt: 'prompt',
  request: 'request',
  complete: 'completion',
  template: 'template',
  subscribe: 'subscription',
  task: 'task',
  app: 'app',
  agent: 'agent',
} as const;

const typed = [
  block('A tool test.', () => ({ type: kind('tool'), ...toolKeys() })),
  block('A resource test.', () => ({ type: kind('resource'), ...resourceKeys() })),
  block('A prompt test.', () => ({ type: kind('prompt'), ...promptKeys() })),
  block('A request test.', () => ({ type: kind('request'), ...requestKeys() })),
  block('A completion test.', () => ({ type: kind('completion'), ...completionKeys() })),
  block('A template test.', () => ({ type: kind('template'), ...templateKeys() })),
  block('A subscription test.', () => ({ type: kind('subscription'), ...subscriptionKeys() })),
  block('A task test.', () => ({ type: kind('task'), ...taskKeys() })),
  block('An app test.', () => ({ type: kind('app'), ...appKeys() })),
  block('A capabilities test.', () => ({ type: kind('capabilities'), ...capabilitiesKeys() })),
];

function kind<T extends (typeof KINDS)[number]>(value: T) {
  const error = `expected ${KINDS.slice(0, -1).join(', ')} or ${KINDS.at(-1)}`;
  return described('What the test is about.', z.literal(value, { error }));
}

/** The position among `KINDS` of the type that the author meant. */
function kindOf(value: unknown): number {
  const type = KINDS.indexOf(ownValue(value, 'type') as never);
  if (type >= 0) return type;
  const told = Object.entries(TELLING).findLast(([key]) => ownValue(value, key) !== undefined);
  return KINDS.indexOf(told?.[1] ?? 'tool');
}

export const tools = list('Tests that call tools.', toolTest);
export const resources = list('Tests that read resources.', resourceTest);
export const prompts = list('Tests that get prompts.', promptTest);
export const requests = list('Tests that send any method, valid or invalid on purpose.', requestTest);
export const completions = list('Tests of values that are suggested for an argument.', completionTest);
export const resourceTemplates = list('Tests that read resources by their templates.', templateTest);
export const subscriptions = list('Tests that listen for updates.', subscriptionTest);
export const tasks = list('Tests that call tools as tasks.', taskTest);
export const apps = list('Tests of the pages (MCP apps) that tools declare for their results.', appTest);
export const capabilities = list('Tests of what servers say about themselves.', capabilitiesTest);

/** `tests:`, given the shape of an agent test. */
export function testsWith(agentTest: (type: Shape) => Shape) {
  const test = variant('A test of the given `type`.', [...typed, agentTest(kind('agent'))], kindOf);
  return list('Tests of any type; the same as the lists of each type.', define('test', test));
}

export type RawStep = Infer<typeof step>;
export type RawTest = Infer<typeof toolTest> | Infer<typeof resourceTest> | Infer<typeof promptTest>;
