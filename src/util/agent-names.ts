/** Agents that mcptest can run, by the name that a suite gives them. */
export const AGENT_CLIS = [
  'claude-code',
  'codex',
  'gemini',
  'opencode',
  'copilot',
  'goose',
  'qwen',
  'continue',
  'cline',
] as const;

export type AgentCli = (typeof AGENT_CLIS)[number];

export function isAgentCli(name: unknown): name is AgentCli {
  return (AGENT_CLIS as readonly unknown[]).includes(name);
}
