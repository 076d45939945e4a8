/** The traces that can be read, by the name that a user gives them. */
export const TRACE_FORMAT_NAMES = [
  'mcptest',
  'claude-code',
  'codex',
  'gemini',
  'opencode',
  'copilot',
  'goose',
  'qwen',
  'cline',
  'openai-chat',
  'openai-responses',
  'anthropic',
  'vercel-ai',
  'otlp',
  'langsmith',
  'langfuse',
  'tau-bench',
  'proxy',
] as const;

export type TraceFormat = (typeof TRACE_FORMAT_NAMES)[number];
