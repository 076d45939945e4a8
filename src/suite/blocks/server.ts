/** `servers:` — how each server under test is reached. */
import {
  anyText,
  block,
  choice,
  define,
  duration,
  type Infer,
  list,
  map,
  optional,
  pattern,
  text,
  wholeNumber,
} from '../shape.js';
import { answers } from './answers.js';
import { auth, ENV_MESSAGE, ENV_NAME } from './auth.js';

export { ENV_NAME } from './auth.js';

const NAME = {
  expression: /^[A-Za-z0-9_][\w.-]*$/,
  message: 'a server name holds letters, digits, `_`, `-` and `.`',
};
const HEADER = { expression: /^[!#$%&'*+\-.^_`|~\w]+$/, message: 'this is not a header name' };

const argv = (about: string) => list(about, anyText('One argument.'), 1);

export const server = define(
  'server',
  block('One server: `command` for stdio, or `url` for Streamable HTTP.', () => ({
    command: optional(
      argv('Argument vector of a stdio server, such as [node, server.js]. No shell reads it.'),
    ),
    url: optional(text('Streamable HTTP endpoint; falls back to HTTP with SSE.')),
    start: optional(
      argv('With `url`: the command of a process that serves it, started and stopped with the suite.'),
    ),
    env: optional(
      map('Extra environment of the process.', anyText('The value.'), {
        expression: ENV_NAME,
        message: ENV_MESSAGE,
      }),
    ),
    pass_env: optional(
      list(
        'Names of variables that the process inherits from the environment of mcptest.',
        pattern('A variable name.', ENV_NAME, ENV_MESSAGE),
      ),
    ),
    cwd: optional(
      text("Working directory of the process, relative to the suite's folder. Default: the suite's folder."),
    ),
    headers: optional(
      map('Extra HTTP headers.', pattern('The value.', /^[^\r\n\0]*$/, 'expected text on one line'), HEADER),
    ),
    auth: optional(auth),
    protocol: optional(
      pattern(
        'Handshake: auto, legacy (initialize), modern (stateless), or a revision such as 2025-06-18. Default: auto.',
        /^(auto|legacy|modern|\d{4}-\d{2}-\d{2})$/,
        'expected auto, legacy, modern or a revision such as 2025-06-18',
      ),
    ),
    startup_timeout: optional(
      duration(
        'How long the server may take until it answers. Default: 30s; 120s for npx, bunx, uvx and pnpm dlx.',
      ),
    ),
    request_timeout: optional(duration('How long one request may take. Default: 30s.')),
    shutdown_grace: optional(
      duration('How long the process may take to end after its input closed. Default: 100ms.', 0),
    ),
    isolate: optional(
      choice('One process for the suite, or a fresh one for each test. Default: suite.', ['suite', 'test']),
    ),
    max_message_bytes: optional(
      wholeNumber(
        'The largest message that is accepted from the server. Default: 67108864 (64 MB).',
        1024,
        500_000_000,
      ),
    ),
    answers: optional(answers),
  })),
);

export type RawServer = Infer<typeof server>;

export const servers = map('The servers under test, by name.', server, NAME);
