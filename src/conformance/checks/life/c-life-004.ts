import { ownValue } from '../../../util/plain.js';
import { broken, check, kept } from '../../check.js';
import { NEVER, strangeStart } from '../../learn/strange-start.js';
import { replyOf } from '../../world.js';

export const cLife004 = check({
  id: 'C-LIFE-004',
  title: 'a version that does not exist is not accepted',
  level: 'MUST',
  until: '2025-11-25',
  spec: 'basic/lifecycle#version-negotiation',
  fix: 'Answer with the newest version that you speak, or refuse; do not repeat what the client asked for.',
  lane: 'own',
  async run(world) {
    const { handshake } = await strangeStart(world);
    const version = ownValue(ownValue(replyOf(handshake), 'result'), 'protocolVersion');
    if (version === NEVER) return broken(`it agreed to ${NEVER}`, handshake);
    return kept(version === undefined ? 'it refused' : `it answered with ${String(version)}`, handshake);
  },
});
