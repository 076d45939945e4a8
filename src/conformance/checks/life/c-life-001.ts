import { isObject } from '../../../util/plain.js';
import { show } from '../../../util/text.js';
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
    const key = era === 'modern' ? 'supportedVersions' : 'protocolVersion';
    const [version, capabilities] = [result[key], result.capabilities];
    const isVersion = era === 'modern' ? isListOfTexts(version) : isText(version);
    const problems: string[] = [];
    if (version === undefined) problems.push('the answer names no version');
    else if (!isVersion) problems.push(`\`${key}\` is ${show(version)}`);
    if (capabilities === undefined) problems.push('the answer has no `capabilities`');
    else if (!isObject(capabilities)) problems.push(`\`capabilities\` is ${show(capabilities)}`);
    return judged(problems, 'it has both', handshake);
  },
});

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isText);
}
