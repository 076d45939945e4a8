/**
 * What a model is told before the prompt: the test's `system_prompt`, then what each of the agent's servers
 * says about the use of its tools, as hosts of MCP servers do.
 */
import type { ConnectionInfo } from '../../types/connection.js';
import type { AgentSpec } from '../../types/suite.js';

export type ServerInfos = Readonly<Record<string, Pick<ConnectionInfo, 'instructions'>>>;

export function systemPrompt(
  agent: Pick<AgentSpec, 'system_prompt' | 'server_instructions' | 'servers'>,
  infos: ServerInfos,
): { system?: string } {
  const { system_prompt, server_instructions, servers } = agent;
  const told = (server_instructions === false ? [] : servers).flatMap((name) => {
    const words = infos[name]?.instructions?.trim();
    return words ? [`Instructions of the server "${name}":\n${words}`] : [];
  });
  const parts = [...(system_prompt === undefined ? [] : [system_prompt]), ...told];
  return parts.length === 0 ? {} : { system: parts.join('\n\n') };
}
