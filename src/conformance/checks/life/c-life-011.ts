import { show } from '../../../util/text.js';
import { check, judged } from '../../check.js';
import { resultOf } from '../../world.js';

export const cLife011 = check({
  id: 'C-LIFE-011',
  title: 'server/discover lists the supported versions, with this one',
  level: 'MUST',
  since: '2026-07-28',
  spec: 'server/discover#discoverresult',
  official: ['sep-2575-server-implements-discover'],
  fix: 'Send `supportedVersions` as a list of texts that holds every version that you answer to.',
  run({ opening: { handshake }, revision }) {
    const { supportedVersions: versions } = resultOf(handshake);
    const isList = Array.isArray(versions) && versions.every((one) => typeof one === 'string');
    const problems = isList ? [] : [`\`supportedVersions\` is ${show(versions)}`];
    if (isList && !versions.includes(revision))
      problems.push(`\`supportedVersions\` ${show(versions)} lacks ${revision}`);
    return judged(problems, 'it is among them', handshake);
  },
});
