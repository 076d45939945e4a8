/** The trace formats that can be read. The names are what `--trace-format` takes. */
import { anthropic } from './anthropic.js';
import { claudeCode } from './claude-code.js';
import type { TraceImporter } from './importer.js';
import { mcptest } from './mcptest-trace.js';
import { openaiChat } from './openai-chat.js';
import { openaiResponses } from './openai-responses.js';
import { otlp } from './otlp.js';
import { proxy } from './proxy.js';
import { vercelAi } from './vercel-ai.js';

export const TRACE_FORMATS = {
  mcptest,
  'claude-code': claudeCode,
  'openai-chat': openaiChat,
  'openai-responses': openaiResponses,
  anthropic,
  'vercel-ai': vercelAi,
  otlp,
  proxy,
} as const satisfies Record<string, TraceImporter>;

export type TraceFormat = keyof typeof TRACE_FORMATS;

export const TRACE_FORMAT_NAMES = Object.keys(TRACE_FORMATS) as TraceFormat[];
