/** M-EXTRA: more than was asked for, such as a field that nobody should see. */
import { formatTarget } from '../../match/target.js';
import { isObject, ownValue } from '../../util/plain.js';
import { documentsOf } from '../documents.js';
import type { Answer, Candidate, Subject } from '../subject.js';

const LEAK = 'debug: unexpected';

export function extraCandidates({ answer, kind }: Subject): Candidate[] {
  if (answer.error !== undefined) return [];
  const json = documentsOf(answer).find(
    (document) => document.kind === 'json' && document.at.length > 1 && isObject(document.value),
  );
  if (json?.kind === 'json') {
    const target = formatTarget(json.at);
    const keys = Object.keys(json.value as object);
    return [
      extra(`${target}${json.inText ? ' » ' : '.'}unexpected`, 'is there in addition', {
        make: () => json.write({ ...(json.value as object), unexpected: LEAK }),
        ideas: () => (json.inText ? [] : [{ target, matcher: { length: keys.length } }]),
      }),
    ];
  }
  return kind === 'tool' ? extraBlock(answer) : [];
}

function extraBlock(answer: Answer): Candidate[] {
  const { result } = answer;
  const content = ownValue(result, 'content');
  if (!isObject(result) || !Array.isArray(content)) return [];
  return [
    extra('result.content', 'has one more block', {
      make: () => ({ ...answer, result: { ...result, content: [...content, { type: 'text', text: LEAK }] } }),
      ideas: () => [{ target: 'result.content', matcher: { length: content.length } }],
    }),
  ];
}

function extra(path: string, change: string, rest: Pick<Candidate, 'make' | 'ideas'>): Candidate {
  return { family: 'M-EXTRA', path, change, spot: 'whole', ...rest };
}
