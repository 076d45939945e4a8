/** Which tools may be called with made-up input: those that only read, and more as far as the user allows it. */
import { safetyClass } from '../catalog/safety-class.js';
import { reasonToLeaveOut } from '../generate/leave-out.js';
import type { ToolDef } from '../types/catalog.js';
import { nameHint } from '../util/did-you-mean.js';
import { McptestError } from '../util/errors.js';
import { ownValue } from '../util/plain.js';
import { clip, oneLine } from '../util/text.js';

export interface Allowed {
  /** Only these; whoever names a tool that may change something means it. */
  tools?: readonly string[];
  /** Also tools that may change something. */
  writes?: boolean;
  /** Also tools that may destroy something. */
  destructive?: boolean;
  /** How the user allows them; `--allow-destructive` unless told. */
  destructive_word?: string;
}

export interface ChosenTools {
  chosen: ToolDef[];
  left_out: { tool: string; reason: string }[];
}

export function chooseTools(list: readonly ToolDef[], allowed: Allowed): ChosenTools {
  const named = list.filter((tool) => typeof tool.name === 'string' && tool.name !== '');
  refuseUnknown(
    named.map(({ name }) => name),
    allowed.tools ?? [],
  );
  const out: ChosenTools = { chosen: [], left_out: [] };
  const seen = new Set<string>();
  for (const tool of named) {
    if (allowed.tools !== undefined && !allowed.tools.includes(tool.name)) continue;
    const reason = seen.has(tool.name)
      ? 'it is listed twice; the first is used'
      : reasonAgainst(tool, allowed);
    seen.add(tool.name);
    if (reason === undefined) out.chosen.push(tool);
    else out.left_out.push({ tool: tool.name, reason });
  }
  return out;
}

function reasonAgainst(tool: ToolDef, allowed: Allowed): string | undefined {
  const { tools, writes, destructive, destructive_word = '--allow-destructive' } = allowed;
  const isNamed = tools?.includes(tool.name) === true;
  const safety = safetyClass(tool);
  if (safety === 'destructive')
    return destructive ? undefined : `it may destroy something; ${destructive_word} calls it all the same`;
  if (isNamed) return undefined;
  const hidden = reasonToLeaveOut(tool);
  if (hidden !== undefined) return hidden;
  if (safety === 'read-only' || writes || destructive || isHarmlessTwice(tool)) return undefined;
  return 'it may change something; name it with --tool, or pass --allow-writes';
}

/** It says itself that it destroys nothing and that doing it again changes nothing more. */
function isHarmlessTwice(tool: ToolDef): boolean {
  const annotations = ownValue(tool, 'annotations');
  return (
    ownValue(annotations, 'idempotentHint') === true && ownValue(annotations, 'destructiveHint') === false
  );
}

function refuseUnknown(known: string[], wanted: readonly string[]): void {
  const unknown = wanted.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const names = known.slice(0, 500).map((name) => oneLine(clip(name, 200)));
  throw new McptestError({
    code: 'unknown-tool',
    message: `the server has no tool ${JSON.stringify(clip(unknown, 100))}`,
    hint: nameHint(unknown.slice(0, 200), names, 'the server has none'),
  });
}
