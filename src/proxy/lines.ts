/** A line where something may be injected: read, and perhaps held back for a while. */
import { parseJson } from '../client/session/parse-json.js';
import type { AgentVerdict, Injector } from './injections.js';

export function parsedLine(line: Buffer): unknown {
  const parsed = parseJson(line);
  return parsed.ok ? parsed.value : undefined;
}

/** Passes it on when its time has come; lines that are equally late keep their order. */
export function lateLine(
  injector: Injector | undefined,
  verdict: AgentVerdict | undefined,
  pass: () => void,
): () => void {
  const ms = (injector?.latency_ms ?? 0) + (verdict?.delay_ms ?? 0);
  return ms === 0 ? pass : () => void setTimeout(pass, ms);
}
