/** What an agent showed its model, in the JSON Schema of the envelope. */
import { anything, list, maybe, object, text, texts } from './schema-parts.js';

export const agentView = object('The agent that was run by `agent: { cli }`, and what it showed its model.', {
  program: text('The agent.'),
  version: maybe(text('Its version, where it is known.')),
  tools: maybe(
    list(
      'The tools of the servers as the model saw them.',
      object('One tool.', {
        tool: text('`server.tool`.'),
        name: text('What the agent calls it.'),
        description: maybe(anything('As the model read it.')),
        inputSchema: maybe(anything('As the model read it.')),
        changes: maybe(texts('What is not as the server has it, in words.')),
      }),
    ),
  ),
  dropped: maybe(texts('`server.tool` of those that the model was not shown.')),
});
