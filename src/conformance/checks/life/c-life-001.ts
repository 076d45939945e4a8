import { isObject } from '../../../util/plain.js';
import { broken, check, judged } from '../../check.js';
import { whatCame } from '../../world.js';

export const cLife001 = check({
  id: 'C-LIFE-001',
  title: 'the handshake is answered with a version and capabilities',
  level: 'MUST',
  spec: { legacy: 'basic/lifecycle#initialization', modern: 'server/discover' },
  official: ['server-initialize', 'sep-2575-server-implements-discover'],
  fix: 'Answer initialize with protocolVersion, capabilities and serverInfo; in 2026-07-28 answer server/discover.',
  run({ opening, era }) {
    const { handshake } = opening;
    const result = handshake.reply?.result;
    if (!isObject(result))
      return broken(`it was not answered with a result: ${whatCame(handshake)}`, handshake);
    const version = era === 'modern' ? result.supportedVersions : result.protocolVersion;
    const problems = [
      ...(version === undefined ? ['the answer names no version'] : []),
      ...(result.capabilities === undefined ? ['the answer has no `capabilities`'] : []),
    ];
    return judged(problems, 'it has both', handshake);
  },
});
