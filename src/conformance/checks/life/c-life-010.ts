import { check, judged, NotApplicable } from '../../check.js';
import { resultOf } from '../../world.js';

export const cLife010 = check({
  id: 'C-LIFE-010',
  title: 'instructions are text',
  level: 'MUST',
  spec: { legacy: 'basic/lifecycle#initialization', modern: 'server/discover#discoverresult' },
  fix: 'Send `instructions` as text, or leave it out.',
  run({ opening: { handshake } }) {
    const { instructions } = resultOf(handshake);
    if (instructions === undefined) throw new NotApplicable('the server gives no instructions');
    return judged(
      typeof instructions === 'string' ? [] : ['`instructions` is not text'],
      'they are',
      handshake,
    );
  },
});
