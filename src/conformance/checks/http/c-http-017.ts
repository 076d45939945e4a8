import { check } from '../../check.js';
import { judgeMismatch } from '../../judge/mismatch.js';

export const cHttp017 = check({
  id: 'C-HTTP-017',
  title: 'a request without Mcp-Method is refused',
  level: 'MUST',
  on: 'http',
  since: '2026-07-28',
  spec: 'basic/transports/streamable-http#server-validation',
  official: ['sep-2243-server-reject-invalid-headers'],
  fix: 'Answer requests without Mcp-Method with the status 400 and error -32020.',
  run: (world) => judgeMismatch(world, { 'mcp-method': undefined }),
});
