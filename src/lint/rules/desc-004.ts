/** A description that never says what the tool does. */
import type { ToolRule } from '../../types/rule.js';
import { firstSentences, namesAction } from '../text/prose.js';

/** Only a verb stands before an article or the like: "Caulk a boat", "Speed up the ferry". */
const ORDER =
  /^\W*(?!(?:all|both|half|what|such|as|of|for|in|on|at|by|to|with|from|about|than|the|an?|this|these|not|only|just|also)\b)[a-z]+(?:-[a-z]+)?(?: up| down| out| off| on| in| back)? (?:an?|the|all|any|your|this|each|every|multiple)\b/i;

const LONGEST_READ = 20_000;

export const desc004: ToolRule = {
  id: 'DESC-004',
  name: 'description-without-verb',
  severity: 'warning',
  since: '0.1.0',
  triggers:
    'The first two sentences hold no known verb in base, -s, -ing or -ed form and no noun made of one ("lookup", "conversion"), and do not begin with a word and an article ("Caulk a boat"). Applies to English text only.',
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
    // A sentence of megabytes has said what it does long before, and some patterns have no room for it.
    const sentences = firstSentences(description.slice(0, LONGEST_READ), 2);
    if (namesAction(sentences) || ORDER.test(sentences) || !view.english) return [];
    return [
      {
        pointer: '/description',
        message: 'the first two sentences name no action',
        excerpt: description,
      },
    ];
  },
};
