import { check } from '../../check.js';
import { judgeMismatch } from '../../judge/mismatch.js';

const CALL = { method: 'tools/call', params: { name: 'mcptest_no_such_tool', arguments: {} } };

export const cHttp019 = check({
  id: 'C-HTTP-019',
  title: 'an Mcp-Name that is not the name is refused',
  level: 'MUST',
  on: 'http',
  since: '2026-07-28',
  needs: 'tools',
  spec: 'basic/transports/streamable-http#server-validation',
  official: ['sep-2243-server-reject-error-code'],
  fix: 'Compare Mcp-Name with the name or URI, and answer with the status 400 and error -32020.',
  run: (world) => judgeMismatch(world, { 'mcp-name': 'mcptest_another_tool' }, CALL),
});
