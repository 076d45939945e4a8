/** Which calls are followed, later in the same run, by a good call of the same tool or an equal one. Linear. */
import type { MemberIndex, ToolId } from './tool-id.js';

export function recoveredCalls<Call extends ToolId>(
  calls: readonly Call[],
  classes: MemberIndex,
  good: (call: Call) => boolean,
): boolean[] {
  const tools = new Set<string>();
  const reached = new Set<number>();
  const out: boolean[] = calls.map(() => false);
  for (let i = calls.length - 1; i >= 0; i -= 1) {
    const call = calls[i] as Call;
    const lists = classes.listsOf(call);
    out[i] = tools.has(call.id) || lists.some((list) => reached.has(list));
    if (!good(call)) continue;
    tools.add(call.id);
    for (const list of lists) reached.add(list);
  }
  return out;
}
