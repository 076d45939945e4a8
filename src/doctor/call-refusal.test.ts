import { expect, it } from 'vitest';
import { refusalOf } from './call-refusal.js';

it.each([
  ['Error: query is required', 'argument'],
  ['MCP error -32602: Invalid arguments for tool search', 'argument'],
  ['At least one of id or name must be given', 'argument'],
  ["Cannot read properties of undefined (reading 'length')", 'argument'],
  ['pageToken must be a string', 'argument'],
  ['No active browser session. Use browser_open first.', 'another call'],
  ['No page is open', 'another call'],
  ['Database not connected', 'another call'],
  ['Call set_project before using this tool', 'another call'],
  ['API key is required', 'key or a login'],
  ['Please log in first', 'key or a login'],
  ['Request failed with status code 401', 'key or a login'],
  ['GITHUB_TOKEN is missing', 'key or a login'],
  ['connect ECONNREFUSED 127.0.0.1:5432', 'could not reach'],
  ['fetch failed', 'could not reach'],
  ['something odd happened', 'answered an error'],
  ['', 'answered an error'],
])('%s: %s', (text, did) => {
  const refusal = refusalOf(text);
  expect(refusal.did).toContain(did);
  expect(refusal.remedy?.includes('--pass-env') ?? false).toBe(/key|answered an error/.test(refusal.did));
});

it('names the variable that is asked for', () => {
  expect(refusalOf('Error: GITHUB_TOKEN is missing').remedy).toContain('--pass-env GITHUB_TOKEN');
});
