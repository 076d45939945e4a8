/** A suite with every metric that reads calls, and traces for it. */
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';

const TOOLS = ['find', 'read', 'write', 'stat', 'list'];

export const scoreSuite = {
  servers: { fs: { command: ['never-started'] } },
  agents: [
    {
      name: 'bench',
      prompt: 'Find the file and read it.',
      equal_function_sets: {
        classes: [
          { name: 'search', members: ['fs.find', 'fs.list'] },
          { name: 'fetch', members: ['fs.read'] },
        ],
        expect: [{ 'tool_selection.recall': { '>=': 0 } }],
      },
      tool_selection: { expected_tool: 'find', min_selection_rate: 0 },
      orchestration: {},
      tool_edges: { allowed: ['fs.find'], restricted: ['fs.delete'] },
      golden_path: { calls: ['find', 'read'], expect: [{ 'golden_path.wasted': { '>=': 0 } }] },
      stability: { expect: [{ 'stability.loops': { '>=': 0 } }] },
      narrative: { expect: [{ 'narrative.unsupported_tools': { '>=': 0 } }] },
      expect: [{ tool_names: { contains: 'find' } }],
    },
  ],
};

/** The three blocks that the goals are about. */
export const threeBlocks = {
  ...scoreSuite,
  agents: scoreSuite.agents.map(({ name, prompt, tool_selection, orchestration, tool_edges }) => ({
    name,
    prompt,
    tool_selection,
    orchestration,
    tool_edges,
  })),
};

export function writeTraces(file: string, traces: number, calls: number): void {
  const out = openSync(file, 'w');
  for (let t = 0; t < traces; t += 1) {
    const list = Array.from({ length: calls }, (_, n) => ({
      tool: TOOLS[(n * 7 + t) % TOOLS.length],
      server: 'fs',
      args: { n: n % 50 },
    }));
    writeSync(out, `${JSON.stringify({ calls: list, final_response: 'Done.', tokens: { total: calls } })}\n`);
  }
  closeSync(out);
}

/** Traces with all that can go wrong in one: failures, no arguments, no names, loops, claims that nothing backs. */
export function writeMixedTraces(file: string, traces: number): void {
  const lines = Array.from({ length: traces }, (_, t) => {
    const calls = Array.from({ length: (t * 13) % 40 }, (__, n) => ({
      tool: [...TOOLS, 'fs.delete', 'fs.read', '', 'unheard\u200bof'][(n * n + t * 5) % 9],
      server: n % 4 === 0 ? undefined : 'fs',
      args: [{ n: n % 3 }, {}, undefined, 'text', { path: `a/${t % 7}`, deep: { er: [n % 2] } }][(n + t) % 5],
      result: n % 6 === 0 ? { isError: true } : { content: [{ type: 'text', text: `row ${n}` }] },
    }));
    const final_response = t % 3 === 0 ? `I used find and deleted ${t} files for 99.5 euro.` : 'Done.';
    const turns = Array.from({ length: t % 5 }, (__, n) => ({ tokens: 100 + n * t }));
    return JSON.stringify({ calls, final_response, turns, tokens: t % 4 ? { total: t } : undefined });
  });
  writeFileSync(file, `${lines.join('\n')}\n`);
}

/** Spans of which each is the child of the one before. */
export function writeChain(file: string, count: number): void {
  const id = (i: number): string => i.toString(16).padStart(16, '0');
  const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  const spans = Array.from({ length: count }, (_, i) => ({
    traceId: 'a'.repeat(32),
    spanId: id(i + 1),
    ...(i > 0 ? { parentSpanId: id(i) } : {}),
    name: 'span',
    startTimeUnixNano: String(1_700_000_000_000_000_000n + BigInt(i) * 1000n),
    endTimeUnixNano: String(1_700_000_001_000_000_000n + BigInt(i) * 1000n),
    attributes: [
      attribute('gen_ai.operation.name', i > 0 ? 'execute_tool' : 'invoke_agent'),
      i > 0
        ? attribute('gen_ai.tool.name', TOOLS[i % TOOLS.length]!)
        : attribute('gen_ai.agent.name', 'main'),
    ],
  }));
  const scopeSpans = [{ scope: { name: 'bench' }, spans }];
  writeFileSync(file, JSON.stringify({ resourceSpans: [{ resource: { attributes: [] }, scopeSpans }] }));
}
