import { show } from '../../../util/text.js';
import { check } from '../../check.js';
import { judgeAll } from '../../judge/seen.js';

export const cRpc003 = check({
  id: 'C-RPC-003',
  title: 'every message says jsonrpc 2.0',
  level: 'MUST',
  spec: { legacy: 'basic', modern: 'basic#messages' },
  fix: 'Put "jsonrpc": "2.0" into every message.',
  lane: 'afterwards',
  run: (world) =>
    judgeAll(world, {
      of: 'messages',
      wrong: ({ message }) =>
        message.jsonrpc === '2.0' ? undefined : `a message has \`jsonrpc\` ${show(message.jsonrpc)}`,
      good: 'every message says 2.0',
    }),
});
