import { check } from '../../check.js';
import { judgeMismatch } from '../../judge/mismatch.js';

export const cHttp018 = check({
  id: 'C-HTTP-018',
  title: 'an Mcp-Method that is not the method is refused',
  level: 'MUST',
  on: 'http',
  since: '2026-07-28',
  spec: 'basic/transports/streamable-http#server-validation',
  official: ['sep-2243-server-reject-error-code'],
  fix: 'Compare Mcp-Method with the method, and answer with the status 400 and error -32020.',
  run: (world) => judgeMismatch(world, { 'mcp-method': 'tools/list' }),
});
