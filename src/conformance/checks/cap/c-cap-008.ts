import { check } from '../../check.js';
import { judgeAll } from '../../judge/seen.js';

export const cCap008 = check({
  id: 'C-CAP-008',
  title: 'the server asks the client only for what it declares',
  level: 'MUST',
  until: '2025-11-25',
  spec: 'basic/lifecycle#operation',
  fix: 'Look at the capabilities of the client before you send sampling, elicitation or roots requests.',
  lane: 'afterwards',
  run: (world) =>
    judgeAll(world, {
      of: 'requests',
      wrong: ({ message }) =>
        message.method === 'ping'
          ? undefined
          : `it sent ${String(message.method)} to a client that declares nothing`,
      good: 'nothing was asked for',
    }),
});
