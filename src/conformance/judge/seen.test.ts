import { expect, it } from 'vitest';
import type { Transcript } from '../wire/transcript.js';
import { withRequests } from './seen.js';

it('an answer to our answer is an answer to no request', () => {
  const line = (message: object) => ({ frame: {}, message: { jsonrpc: '2.0', ...message } });
  const refused = { id: 'server-ping', error: { code: -32600, message: 'Invalid request' } };
  const transcript = {
    sent: [line({ id: 7, method: 'ping' }), line({ id: 'server-ping', result: {} })],
    received: [line({ id: 'server-ping', method: 'ping' }), line({ id: 7, result: {} }), line(refused)],
  } as unknown as Transcript;
  expect(withRequests(transcript).map(({ request }) => request?.id)).toEqual([undefined, 7, undefined]);
});
