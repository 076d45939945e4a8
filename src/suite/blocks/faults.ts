/** `faults:` — what goes wrong on purpose between an agent and a server. */
import { block, choice, define, type Infer, list, optional, text, wholeNumber } from '../shape.js';

const fault = define(
  'fault',
  block('Something that goes wrong on purpose.', () => ({
    server: optional(text('The server. May be left out when there is one.')),
    tool: optional(text('The tool. Default: every tool of the server.')),
    kind: choice('What goes wrong.', ['error', 'timeout', 'slow', 'malformed', 'empty', 'disconnect']),
    after: optional(wholeNumber('How many calls succeed before the fault. Default: 0.', 0, 1_000_000)),
    times: optional(wholeNumber('How many calls have the fault. Default: 1.', 1, 1_000_000)),
    ms: optional(wholeNumber('How long a slow answer takes, in milliseconds.', 0, 86_400_000)),
  })),
);

export type RawFault = Infer<typeof fault>;

export const faults = list('Faults that are injected between the agent and its servers.', fault);
