import { ownValue } from '../../../util/plain.js';
import { broken, check, kept } from '../../check.js';
import { initializeParams } from '../../open.js';
import { replyOf } from '../../world.js';

const NEVER = '1999-01-01';

export const cLife004 = check({
  id: 'C-LIFE-004',
  title: 'a version that does not exist is not agreed to',
  level: 'MUST',
  until: '2025-11-25',
  spec: 'basic/lifecycle#version-negotiation',
  fix: 'Answer with the newest version that you speak, or refuse; do not repeat what the client asked for.',
  lane: 'own',
  run: (world) =>
    world.withUnopened(async (talk) => {
      const exchange = await talk.ask('initialize', initializeParams(NEVER));
      const version = ownValue(ownValue(replyOf(exchange), 'result'), 'protocolVersion');
      if (version === NEVER) return broken(`it agreed to ${NEVER}`, exchange);
      return kept(version === undefined ? 'it refused' : `it answered with ${String(version)}`, exchange);
    }),
});
