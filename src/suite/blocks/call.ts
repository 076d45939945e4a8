/** The keys by which something is asked of a server. */
import * as z from 'zod/mini';
import { isObject } from '../../util/plain.js';
import {
  anyText,
  block,
  type Complaint,
  choice,
  define,
  duration,
  judged,
  list,
  map,
  optional,
  text,
  variant,
} from '../shape.js';

const CAPTURED = /^\$\{captured\.[A-Za-z_][\w-]*\}$/;

export const tool = () => text('The tool to call.');
export const uri = () => text('The resource to read.');
export const prompt = () => text('The prompt to get.');
export const server = () => optional(text('The server to ask. May be left out when the suite declares one.'));

export const toolArgs = () => optional(judged('Arguments of the call. Default: {}.', 'arguments', checkArgs));

export const promptArgs = () =>
  optional(map('Arguments of the prompt; each value is text. Default: {}.', anyText('The value, as text.')));

function checkArgs(value: unknown): Complaint[] {
  if (isObject(value) || (typeof value === 'string' && CAPTURED.test(value))) return [];
  return [{ path: [], message: 'expected a map of arguments' }];
}

export const request = define(
  'request',
  block('Any method of the protocol, valid or invalid on purpose.', () => ({
    method: text('The method, such as `resources/list`. One of `notifications/` is sent as a notification.'),
    params: optional(
      z
        .unknown()
        .check(z.describe('Its parameters, sent as written; keys of `_meta` replace those of mcptest.')),
    ),
  })),
);

export const complete = define(
  'complete',
  block('Suggested values of an argument: of a `prompt`, or of the resource template `uri`.', () => ({
    prompt: optional(text('The prompt whose argument is completed.')),
    uri: optional(text('The resource template whose variable is completed.')),
    argument: text('The argument, or the variable of the template.'),
    value: optional(anyText('What was typed so far. Default: nothing.')),
    given: optional(map('Arguments that are already filled in, as text.', anyText('The value, as text.'))),
  })),
);

export const template = () =>
  text('The resource template, as the server lists it; `args` are its variables.');

const updates = block('What to subscribe to.', () => ({
  resources: optional(list('Resources whose updates are requested.', text('An address.'), 1)),
  lists: optional(
    list('Lists whose changes are requested.', choice('A list.', ['tools', 'resources', 'prompts']), 1),
  ),
}));

export const subscribe = define(
  'subscribe',
  variant(
    'What to subscribe to: the address of a resource, or a map with `resources` and `lists`.',
    [text('The address of a resource.'), updates],
    (value) => (isObject(value) ? 1 : 0),
  ),
);

export const trigger = optional(
  define(
    'trigger',
    block(
      'What is asked once the subscription is active: one of `tool`, `uri`, `prompt` and `request`.',
      () => ({
        tool: optional(tool()),
        uri: optional(uri()),
        prompt: optional(prompt()),
        request: optional(request),
        args: toolArgs(),
      }),
    ),
  ),
);

export const task = () => text('The tool to call as a task; the test follows the task to its end.');

export const cancelWhen = () =>
  optional(choice('Cancel the task as soon as it has this status.', ['working', 'input_required']));

export const app = () => text('The tool whose page is tested, or the `ui://` address of a page.');

export const logLevel = () =>
  optional(
    choice(
      'Ask the server for log lines of this level and above. They are in `logs`; a line below this level fails the test.',
      ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'],
    ),
  );

const awaited = block('A notification, and how long to wait for it.', () => ({
  method: text('Its method, such as `notifications/tools/list_changed`.'),
  within: optional(duration('How long to wait for it after the answer. Default: 5s.')),
}));

export const waitFor = optional(
  define(
    'wait_for',
    variant(
      'A notification that must come, before the answer or soon after it: its method, or a map with `within`.',
      [text('Its method, such as `notifications/tools/list_changed`.'), awaited],
      (value) => (isObject(value) ? 1 : 0),
    ),
  ),
);
