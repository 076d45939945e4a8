import { broken, check, kept } from '../../check.js';
import { strangeStart } from '../../learn/strange-start.js';

export const cLife005 = check({
  id: 'C-LIFE-005',
  title: 'a request before the handshake does not end the server',
  level: 'SHOULD',
  until: '2025-11-25',
  on: 'stdio',
  spec: 'basic/lifecycle#initialization',
  fix: 'Refuse what comes before initialize, and go on.',
  lane: 'own',
  async run(world) {
    const { early, handshake, survived } = await strangeStart(world);
    if (!survived) return broken('it no longer answered', early);
    return kept('initialize was answered afterwards', early, handshake);
  },
});
