import { ownValue } from '../../../util/plain.js';
import { show } from '../../../util/text.js';
import { broken, check, kept, NotTestable } from '../../check.js';
import { initializeParams } from '../../open.js';
import { resultOf } from '../../world.js';

export const cLife003 = check({
  id: 'C-LIFE-003',
  title: 'a version that the server supports is answered with the same version',
  level: 'MUST',
  until: '2025-11-25',
  spec: 'basic/lifecycle#version-negotiation',
  fix: 'Where you speak the version that the client asks for, answer with exactly that one.',
  lane: 'own',
  async run(world) {
    const answered = ownValue(resultOf(world.opening.handshake), 'protocolVersion');
    if (answered === world.opening.asked)
      return kept(`${answered} was asked for and answered`, world.opening.handshake);
    if (typeof answered !== 'string')
      throw new NotTestable('the handshake names no version', world.opening.handshake);
    return world.withUnopened(async (talk) => {
      const exchange = await talk.ask('initialize', initializeParams(answered));
      const again = ownValue(resultOf(exchange), 'protocolVersion');
      if (again === answered) return kept(`${answered} was asked for and answered`, exchange);
      return broken(`${show(answered)}, which it offers itself, is answered with ${show(again)}`, exchange);
    });
  },
});
