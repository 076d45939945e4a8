/** A tool is not among the first that the search of the client finds for a request about it. */
import type { CompatRule, SearchField } from '../../types/compat.js';
import { clip } from '../../util/text.js';
import { numberOf, textsOf } from '../input-schema.js';
import { searchTools } from '../search-tools.js';
import { GET_ORDER } from './sample-tool.js';

export const cli039: CompatRule = {
  id: 'CLI-039',
  name: 'not-found-by-search',
  since: '0.1.0',
  triggers:
    'A tool is not among the first that the search of the client finds for a request about it. The request is drafted from its name and the rarest words of its description.',
  rationale:
    'A client that defers tools shows the model nothing of a tool until a search brings it up. A tool that looks like its neighbours is never brought up.',
  fix: 'Let the first sentence of the description hold the words that set the tool apart from its neighbours.',
  limits: { kind: '`bm25` or `regex`', k: 'how many tools a search returns', fields: 'what is searched' },
  sample: {
    limit: { kind: 'bm25', k: 1, fields: ['description'] },
    bad: {
      server: 'shop',
      tools: ['get_order', 'get_order_lines'].map((name) => ({
        name,
        description: 'Get an order.',
        inputSchema: { type: 'object', properties: {} },
      })),
    },
    good: GET_ORDER,
  },
  check: ({ catalog }, { kind, k, fields }) => {
    const { tools } = searchTools(catalog.tools, {
      kind: kind === 'regex' ? 'regex' : 'bm25',
      k: numberOf(k, 5),
      fields: textsOf(fields) as SearchField[],
    });
    return tools.flatMap(({ query, rank, hit }, place) => {
      const where = rank === null ? 'nowhere' : `in place ${rank} of ${catalog.tools.length}`;
      return hit
        ? []
        : [
            {
              tool: place,
              pointer: '/description',
              message: `a search for "${clip(query, 80)}" finds it ${where}, ${k} are shown`,
            },
          ];
    });
  },
};
