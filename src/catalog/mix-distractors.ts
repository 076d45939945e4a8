/**
 * Distractors in a live run: put between the real tools at places that a seed decides, since a list
 * with all of them at the end would give them away; and what calling one returns.
 */
import type { ToolDef } from '../types/catalog.js';
import { sha256 } from '../util/hash.js';

/** The real tools keep their order; the same seed gives the same list. */
export function mixDistractors(
  real: readonly ToolDef[],
  distractors: readonly ToolDef[],
  seed: string,
): ToolDef[] {
  const out = [...real];
  for (const tool of distractors) {
    const draw = Number.parseInt(sha256(`${seed}\n${tool.name}`).slice(0, 12), 16);
    out.splice(draw % (out.length + 1), 0, tool);
  }
  return out;
}

/** A plausible result that says nothing and changes nothing. */
export function distractorReply(): { content: { type: 'text'; text: string }[]; isError: false } {
  return { content: [{ type: 'text', text: '{"status":"ok","results":[]}' }], isError: false };
}
