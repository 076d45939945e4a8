/** What `mcptest/vitest` and `mcptest/node-test` are made of. Both load it from the one bundle. */
export { runAgent } from './agent.js';
export { MATCHERS, settle } from './matchers.js';
export { nativeSuites } from './native-suites.js';
export { openServer } from './server.js';
