/** Agents that hand work round in a circle: `planner → worker → planner`. */

/** The agents of one cycle, the first repeated at the end; undefined when there is none. */
export function delegationCycle(delegations: readonly { from: string; to: string }[]): string[] | undefined {
  const next = new Map<string, string[]>();
  for (const { from, to } of delegations) {
    const list = next.get(from);
    if (list) list.push(to);
    else next.set(from, [to]);
  }
  const done = new Set<string>();
  for (const start of next.keys()) {
    const path: { agent: string; index: number }[] = [{ agent: start, index: 0 }];
    const onPath = new Set([start]);
    for (let top = path.at(-1); top !== undefined && !done.has(start); top = path.at(-1)) {
      const to = next.get(top.agent)?.[top.index];
      top.index += 1;
      if (to === undefined) {
        done.add(top.agent);
        onPath.delete(top.agent);
        path.pop();
      } else if (onPath.has(to)) {
        const agents = path.map((step) => step.agent);
        return [...agents.slice(agents.indexOf(to)), to];
      } else if (!done.has(to)) {
        path.push({ agent: to, index: 0 });
        onPath.add(to);
      }
    }
  }
  return undefined;
}
