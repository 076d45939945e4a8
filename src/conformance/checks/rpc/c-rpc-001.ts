import { show } from '../../../util/text.js';
import { check } from '../../check.js';
import { judgeAll } from '../../judge/seen.js';

export const cRpc001 = check({
  id: 'C-RPC-001',
  title: 'a response has the id of its request',
  level: 'MUST',
  spec: 'basic#responses',
  fix: 'Copy the id of the request into the response, with its type.',
  lane: 'afterwards',
  run: (world) =>
    judgeAll(world, {
      of: 'responses',
      where: ({ message }) => message.id !== null && message.id !== undefined,
      wrong: ({ message, request }) =>
        request === undefined ? `a response has the id ${show(message.id)}, which no request had` : undefined,
      good: 'every response has the id of a request',
    }),
});
