/** The trace of a row, as the envelope's schema has it. */
import { agentView, judgement } from './gate-schemas.js';
import {
  anything,
  count,
  figure,
  flag,
  freeObject,
  list,
  maybe,
  object,
  one,
  text,
  texts,
} from './schema-parts.js';

const call = object('One call of a tool.', {
  tool: text('The bare tool name, or `server.tool`.'),
  server: maybe(text('The server that was asked.')),
  args: maybe(anything('The arguments as they were sent, even when they are not an object.')),
  result: maybe(anything('What the server answered.')),
  is_error: maybe(flag('Whether the server said that the call went wrong.')),
  duration_ms: maybe(figure('How long the answer took, in milliseconds.')),
  agent: maybe(text('Which agent made the call, when several work together.')),
});

export const trace = object('What the test or agent did.', {
  agent: maybe(text('Name of the agent.')),
  model: maybe(text('The model that drove it.')),
  servers: maybe(texts('Servers that it could reach.')),
  calls: list('The calls, in order.', call),
  delegations: maybe(
    list(
      'Work that was handed from one agent to another, in order.',
      object('One hand-over.', { from: text('Who handed over.'), to: text('Who took it.') }),
    ),
  ),
  final_response: maybe(anything('The last thing the agent said.')),
  prompt: maybe(anything('The prompt it was given.')),
  turns: maybe(
    list(
      'The turns of the conversation.',
      object('One turn.', {
        tokens: maybe(count('Tokens that this turn used.')),
        retries: maybe(count('How often the provider had to be asked again.')),
        reasoning: maybe(anything('What the model thought, where the provider tells.')),
        text: maybe(anything('What it said beside its calls.')),
        call: maybe(count('How many calls came before it.')),
      }),
    ),
  ),
  tokens: maybe(
    one(
      object('Tokens of the whole conversation.', {
        input: maybe(count('Tokens read.')),
        output: maybe(count('Tokens written.')),
        total: maybe(count('Both together.')),
      }),
    ),
  ),
  cost_usd: maybe(figure('What the conversation cost, in US dollars.')),
  catalog: maybe(
    freeObject(
      'Server name to its tools, as the agent saw them. Tools that several rows were shown are in `catalogs`.',
    ),
  ),
  shared_catalog: maybe(
    count(
      'Which of `catalogs` the agent saw, counted from 0; in NDJSON the first row with a number has them.',
    ),
  ),
  faults: maybe(
    list(
      'Faults that were injected.',
      object('One fault.', { call: count('Index of the call that met it.'), kind: text('Kind of fault.') }),
    ),
  ),
  distractors: maybe(texts('Ids of the distractor tools that were added.')),
  view: maybe(one(agentView)),
  judgements: maybe(list('What judges said.', judgement)),
});
