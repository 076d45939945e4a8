/** `answers:` of a server in its one spelling. */
import type { Answers } from '../types/connection.js';
import type { RawAnswers } from './blocks/answers.js';
import { normaliseMatcher } from './matchers.js';

type When = Record<string, unknown> | undefined;

export function normaliseAnswers({ elicitation, sampling, roots }: RawAnswers): Answers {
  return {
    ...(elicitation && {
      elicitation: elicitation.map(({ when, mode, action, content }) => ({
        ...conditions(when),
        mode: mode ?? 'form',
        action,
        ...(content !== undefined && { content }),
      })),
    }),
    ...(sampling && {
      sampling: sampling.map(({ when, text, content, model, stop_reason }) => ({
        ...conditions(when),
        content: content ?? { type: 'text', text: text ?? '' },
        model: model ?? 'scripted',
        stop_reason: stop_reason ?? 'endTurn',
      })),
    }),
    ...(roots && { roots }),
  };
}

function conditions(when: When) {
  if (when === undefined) return {};
  const entries = Object.entries(when).map(
    ([target, matcher]) => [target, normaliseMatcher(matcher)] as const,
  );
  return { when: Object.fromEntries(entries) };
}
