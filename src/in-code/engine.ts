/** What `mcptest/vitest` and `mcptest/node-test` are made of. Both load it from the one bundle. */
import { runAgent as run } from './agent.js';
import { nativeSuites as read } from './native-suites.js';
import { showingNextStep } from './next-step.js';
import { openServer as open } from './server.js';

export { MATCHERS, settle } from './matchers.js';
export const runAgent = showingNextStep(run);
export const nativeSuites = showingNextStep(read);
export const openServer: typeof open = showingNextStep(open) as typeof open;
