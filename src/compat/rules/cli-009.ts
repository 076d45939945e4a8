/** A name is longer than the client takes: of the tool alone, together with the name of the server, or with the whole prefix. */
import type { CompatRule, PresentedName } from '../../types/compat.js';
import { eachTool, nameOf, numberOf } from '../input-schema.js';
import { GET_ORDER } from './sample-tool.js';

export const cli009: CompatRule = {
  id: 'CLI-009',
  name: 'name-too-long',
  since: '0.1.0',
  triggers:
    'A name is longer than the client takes: of the tool alone, together with the name of the server, or with the whole prefix.',
  rationale:
    'Clients put a prefix before names, so that a name that is short enough by itself is not once the server is called something longer. A cut name may be that of another tool, and says less to the model.',
  fix: 'Keep names of tools at 40 characters or fewer, and do not repeat the name of the server in them.',
  limits: { max: 'the most characters', of: '`tool`, `server and tool`, or `presented` with the prefix' },
  sample: {
    limit: { max: 20, of: 'tool' },
    bad: { ...GET_ORDER, name: 'get_the_order_of_a_customer_by_its_number' },
    good: GET_ORDER,
  },
  check: ({ catalog, names, server }, { max, of }) => {
    const most = numberOf(max, Number.POSITIVE_INFINITY);
    return eachTool({ catalog }, (tool, place) => {
      const name = nameOf(tool, place);
      const counted = lengthOf(String(of), { name, server, presented: names[place] });
      if (counted.length <= most) return undefined;
      return {
        pointer: '/name',
        message: `${counted.words} has ${counted.length} characters, ${most} are allowed`,
      };
    });
  },
};

interface Named {
  name: string;
  server: string;
  presented?: PresentedName;
}

function lengthOf(of: string, { name, server, presented }: Named): { length: number; words: string } {
  if (of === 'server and tool')
    return {
      length: server.length + name.length,
      words: `the name together with the server name "${server}"`,
    };
  if (of === 'presented')
    return {
      length: presented?.wanted ?? name.length,
      words: `the name with its prefix for the server "${server}"`,
    };
  return { length: name.length, words: 'the name' };
}
