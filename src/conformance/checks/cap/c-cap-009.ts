import { isObject, ownValue } from '../../../util/plain.js';
import { show } from '../../../util/text.js';
import { check, judged } from '../../check.js';
import { resultOf } from '../../world.js';

const FLAGS = ['listChanged', 'subscribe'];
const CORE = [
  'tools',
  'resources',
  'prompts',
  'logging',
  'completions',
  'experimental',
  'extensions',
  'tasks',
];

export const cCap009 = check({
  id: 'C-CAP-009',
  title: 'capabilities are objects, and their flags true or false',
  level: 'MUST',
  spec: { legacy: 'basic/lifecycle#capability-negotiation', modern: 'server/discover#discoverresult' },
  fix: 'Send each capability as an object, an empty one where there is nothing to add.',
  run({ opening: { handshake } }) {
    const { capabilities } = resultOf(handshake);
    if (!isObject(capabilities)) return judged([`\`capabilities\` is ${show(capabilities)}`], '', handshake);
    const problems = CORE.filter((name) => capabilities[name] !== undefined).flatMap((name) => {
      const declared = capabilities[name];
      if (!isObject(declared)) return [`\`${name}\` is ${show(declared)}`];
      const wrong = FLAGS.filter(
        (flag) => !['undefined', 'boolean'].includes(typeof ownValue(declared, flag)),
      );
      return wrong.map((flag) => `\`${name}.${flag}\` is ${show(declared[flag])}`);
    });
    return judged(problems, 'they are', handshake);
  },
});
