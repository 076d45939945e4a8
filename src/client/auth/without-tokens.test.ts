import { expect, it } from 'vitest';
import { withoutTokens } from './without-tokens.js';

it.each([
  ['token 8fJ2kq93+/hQzP0a== has expired', 'token [secret:token] has expired'],
  ['got "Basic bWU6czNjcmV0LXMzY3JldA=="', 'got "Basic [secret:token]"'],
  ['code=4/0AY0e-g7xxyyzz112233445566', 'code=[secret:token]'],
])('%s loses its token', (text, shown) => {
  expect(withoutTokens(text)).toBe(shown);
});

it.each([
  'AADSTS7000215: Invalid client secret provided. Trace ID: 0b5d7e8c-1a2b-4c3d-8e4f-5a6b7c8d9e0f Timestamp: 2026-01-02 03:04:05Z',
  'The client application is not allowed to use grant client_credentials for resource https://mcp.example.com/mcp',
  'see docs/oauth2/token-endpoint-errors.html',
])('%s stays', (text) => {
  expect(withoutTokens(text)).toBe(text);
});
