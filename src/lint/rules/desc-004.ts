/** A description that never says what the tool does. */
import type { ToolRule } from '../../types/rule.js';
import { firstSentences, namesAction } from '../text/prose.js';

export const desc004: ToolRule = {
  id: 'DESC-004',
  name: 'description-without-verb',
  severity: 'warning',
  since: '0.1.0',
  triggers:
    'The first two sentences hold no known verb in base, -s, -ing or -ed form, and no noun made of one ("lookup", "conversion"). Applies to English text only.',
  rationale:
    'Agents sort tools by what they do: read, change, send, search. A description made of nouns names a topic, and every tool about the topic looks alike.',
  fix: 'Begin with a verb: "Get ...", "Create ...", "Search ...".',
  bad: {
    name: 'weather',
    description: 'Temperature, humidity and wind in a city.',
    inputSchema: { type: 'object' },
  },
  good: {
    name: 'weather',
    description: 'Weather forecast lookup for a city.',
    inputSchema: { type: 'object' },
  },
  scope: 'tool',
  check(tool, context) {
    const view = context.view(tool);
    const { description } = view;
    if (namesAction(firstSentences(description, 2)) || !view.english) return [];
    return [
      {
        pointer: '/description',
        message: 'the first two sentences name no action',
        excerpt: description,
      },
    ];
  },
};
