/** The server lists neither tools nor prompts. */
import type { CompatRule } from '../../types/compat.js';

export const cli042: CompatRule = {
  id: 'CLI-042',
  name: 'nothing-listed',
  since: '0.1.0',
  triggers: 'The server lists neither tools nor prompts. Not judged where nothing is known of prompts.',
  rationale:
    'A client that looks for tools and prompts alone takes such a server for one that did not start.',
  fix: 'Offer a tool or a prompt: one that reads what the resources hold, for example.',
  limits: {},
  sample: {
    bad: { server: 'shop', tools: [], prompts: [] },
    good: { server: 'shop', tools: [], prompts: [{ name: 'order' }] },
  },
  check: ({ catalog: { tools, prompts } }) =>
    tools.length === 0 && prompts?.length === 0
      ? [{ pointer: '', message: 'the server lists neither tools nor prompts' }]
      : [],
};
