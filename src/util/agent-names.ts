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
  'kilo',
] as const;

export type AgentCli = (typeof AGENT_CLIS)[number];

/** Whether an agent can be told something before the prompt. */
export function takesSystemPrompt(name: AgentCli): boolean {
  return name === 'claude-code';
}
