/** `setup:`, `teardown:`, `before_each:` and `after_each:` — what is done before and after the tests. */
import { didYouMean } from '../../util/did-you-mean.js';
import { isObject } from '../../util/plain.js';
import { anyText, block, define, type Infer, list, optional, variant } from '../shape.js';
import { prompt, request, server, tool, toolArgs, uri } from './call.js';

const call = block('Ask a server: one of `tool`, `uri`, `prompt` and `request`.', () => ({
  server: server(),
  tool: optional(tool()),
  uri: optional(uri()),
  prompt: optional(prompt()),
  request: optional(request),
  args: toolArgs(),
}));

const withCall = block('Ask a server.', () => ({ call }));
const withRun = block('Run a program.', () => ({
  run: list("Argument vector, run in the suite's folder. No shell reads it.", anyText('One argument.'), 1),
}));

const action = define(
  'action',
  variant('`call` a server, or `run` a program.', [withCall, withRun], (value) => {
    const keys = Object.keys(isObject(value) ? value : {}).slice(0, 10);
    return keys.some((key) => didYouMean(key, ['call', 'run']) === 'run') ? 1 : 0;
  }),
);

export type RawAction = Infer<typeof action>;

export const setup = list('Done in order before the tests; when one fails, no test is run.', action);
export const teardown = list('Done in order after the tests, whatever happened.', action);
export const beforeEach = list(
  'Done in order before each test, and again before it is tried or repeated; when one fails, the test is not judged. The tests of the suite then run one after another.',
  action,
);
export const afterEach = list('Done in order after each test, even if it failed.', action);
