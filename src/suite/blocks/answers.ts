/** `answers:` of a server — what we say when it asks us for input, for a model, or for roots. */
import * as z from 'zod/mini';
import { targetProblem } from '../../match/target.js';
import { judgeMatcher } from '../matchers.js';
import { block, choice, define, type Infer, judged, list, map, optional, pattern, text } from '../shape.js';

const ELICITATION = ['message', 'mode', 'requestedSchema', 'url'];
const SAMPLING = [
  'messages',
  'systemPrompt',
  'maxTokens',
  'temperature',
  'modelPreferences',
  'includeContext',
];

const matcher = judged('What must hold. A plain value means `exact`.', 'matcher', judgeMatcher);

/** Targets over the parameters of the request. */
function conditions(roots: string[]) {
  const key = z.check<string>((payload) => {
    const problem = targetProblem(payload.value, roots);
    if (!problem) return;
    const hint = problem.hint === null ? null : `did you mean \`${problem.hint}\`?`;
    const { message } = problem;
    payload.issues.push({ code: 'custom', path: [], message, input: payload.value, params: { hint } });
  });
  return z
    .record(z.string().check(key), matcher, { error: 'expected a map' })
    .check(
      z.describe(`What must hold of the request, target to matcher; targets start with ${roots.join(', ')}.`),
    );
}

const elicitation = block('An answer to a request for input.', () => ({
  when: optional(conditions(ELICITATION)),
  mode: optional(choice('The kind of request that is answered. Default: form.', ['form', 'url'])),
  action: choice('What the user does.', ['accept', 'decline', 'cancel']),
  content: optional(
    map('What the user fills in, with `accept`. Default: the defaults of the form.', z.unknown()),
  ),
}));

const sampling = block('An answer to a request for a model: `text` or `content`.', () => ({
  when: optional(conditions(SAMPLING)),
  text: optional(text('What the model says.')),
  content: optional(map('A content block instead of `text`.', z.unknown())),
  model: optional(text('The name of the model in the answer. Default: scripted.')),
  stop_reason: optional(text('Why the model stopped. Default: endTurn.')),
}));

const root = block('A folder that is offered to the server.', () => ({
  uri: pattern(
    'Its address, such as file:///work.',
    /^[a-z][a-z0-9+.-]*:/i,
    'expected a URI such as file:///work',
  ),
  name: optional(text('A name for people.')),
}));

export const answers = define(
  'answers',
  block(
    'Scripted answers to questions of the server. mcptest declares only the kinds of questions that have an answer here.',
    () => ({
      elicitation: optional(
        list('The first one that fits is used; if none fits, the answer is `decline`.', elicitation),
      ),
      sampling: optional(
        list('The first one that fits is used; if none fits, the request is refused.', sampling),
      ),
      roots: optional(list('What `roots/list` answers.', root)),
    }),
  ),
);

export type RawAnswers = Infer<typeof answers>;
