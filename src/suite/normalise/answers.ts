/** `answers:` of a server in its one spelling. */
import type { Answers } from '../../types/connection.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import type { RawAnswers } from '../blocks/answers.js';
import { normaliseMatcher } from '../matchers.js';

type RawConditions = Record<string, unknown> | undefined;

export function normaliseAnswers({ elicitation, sampling, roots }: RawAnswers): Answers {
  return omitUndefined<Answers>({
    elicitation: elicitation?.map(({ when, mode, action, content }) =>
      omitUndefined({ when: conditions(when), mode: mode ?? 'form', action, content }),
    ),
    sampling: sampling?.map(({ when, text, content, model, stop_reason }) =>
      omitUndefined({
        when: conditions(when),
        content: content ?? { type: 'text', text: text ?? '' },
        model: model ?? 'scripted',
        stop_reason: stop_reason ?? 'endTurn',
      }),
    ),
    roots,
  });
}

function conditions(when: RawConditions) {
  if (when === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(when).map(([target, matcher]) => [target, normaliseMatcher(matcher)] as const),
  );
}
