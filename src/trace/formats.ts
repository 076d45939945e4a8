/** The trace formats that can be read. The names are what `--trace-format` takes. */

import { TRACE_FORMAT_NAMES, type TraceFormat } from '../util/trace-format-names.js';
import { cline } from './agents/cline.js';
import { codex } from './agents/codex.js';
import { copilot } from './agents/copilot.js';
import { gemini } from './agents/gemini.js';
import { goose } from './agents/goose.js';
import { opencode } from './agents/opencode.js';
import { qwen } from './agents/qwen.js';
import { anthropic } from './anthropic.js';
import { claudeCode } from './claude-code.js';
import { langfuse } from './exports/langfuse.js';
import { langsmith } from './exports/langsmith.js';
import { tauBench } from './exports/tau-bench.js';
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
  codex,
  gemini,
  opencode,
  copilot,
  goose,
  qwen,
  cline,
  'openai-chat': openaiChat,
  'openai-responses': openaiResponses,
  anthropic,
  'vercel-ai': vercelAi,
  otlp,
  langsmith,
  langfuse,
  'tau-bench': tauBench,
  proxy,
} as const satisfies Record<TraceFormat, TraceImporter>;

export { TRACE_FORMAT_NAMES, type TraceFormat };
