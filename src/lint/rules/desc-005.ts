/** A description that points at its neighbours by their place. */
import type { ToolRule } from '../../types/rule.js';

const POSITIONAL = [
  /\b(?:see|same as|as|per|like)\s{1,3}(?:the\s)?(?:above|below)\b/i,
  /\b(?:listed|described|mentioned|shown|defined|explained|noted|documented|outlined|discussed)\s{1,3}(?:above|below|earlier|previously)\b/i,
  /\b(?:previous|preceding|next|following|prior|earlier|above)\s{1,3}tools?\b(?!\s{1,3}(?:call|result|output|response|invocation|use|message)|\s?:)/i,
  /\btools?\s{1,3}(?:above|below)\b/i,
  /\b(?:above-mentioned|aforementioned)\b/i,
];
/** What each of them needs. */
const NEEDED = /above|below|earlier|previously|tool|aforementioned/i;
/** With this much text on that side, "above" and "below" are about the description itself. */
const OWN_TEXT = 150;

export const desc005: ToolRule = {
  id: 'DESC-005',
  name: 'positional-reference',
  severity: 'warning',
  since: '0.1.0',
  triggers:
    'The description refers to something by its place: "see above", "the previous tool", "as described below". A long description may point at its own text. Applies to English text only.',
  rationale:
    'A catalogue is flat. Clients sort, filter and merge tools of several servers, so what stood above is somewhere else, or is not there at all.',
  fix: 'Name the tool or repeat the fact.',
  bad: {
    name: 'close_issue',
    description: 'Close an issue. Takes the same arguments as the previous tool.',
    inputSchema: { type: 'object' },
  },
  good: {
    name: 'close_issue',
    description: 'Close an issue. Takes the number that `find_issue` returns.',
    inputSchema: { type: 'object' },
  },
  scope: 'tool',
  check(tool, context) {
    const view = context.view(tool);
    const { description } = view;
    if (!NEEDED.test(description) || !view.english) return [];
    for (const pattern of POSITIONAL) {
      const match = pattern.exec(description);
      if (match === null || pointsAtItself(description, match)) continue;
      return [
        {
          pointer: '/description',
          message: 'the description points to something by its place in the list',
          excerpt: match[0],
        },
      ];
    }
    return [];
  },
};

function pointsAtItself(text: string, match: RegExpExecArray): boolean {
  if (/tool/i.test(match[0])) return false;
  const rest = /below/i.test(match[0]) ? text.length - match.index - match[0].length : match.index;
  return rest >= OWN_TEXT;
}
