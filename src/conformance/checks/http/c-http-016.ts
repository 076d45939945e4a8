import { check } from '../../check.js';
import { judgeMismatch } from '../../judge/mismatch.js';

export const cHttp016 = check({
  id: 'C-HTTP-016',
  title: 'a version in the header that is not the one in the body is refused',
  level: 'MUST',
  on: 'http',
  since: '2026-07-28',
  spec: 'basic/transports/streamable-http#server-validation',
  official: ['sep-2575-http-server-header-mismatch-400'],
  fix: 'Compare MCP-Protocol-Version with `_meta`, and answer with the status 400 and error -32020.',
  run: (world) => judgeMismatch(world, { 'mcp-protocol-version': '2025-11-25' }),
});
