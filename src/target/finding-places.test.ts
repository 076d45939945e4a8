import { describe, expect, it } from 'vitest';
import { placesIn } from './finding-places.js';

const lineOf = (text: string, tool?: string) =>
  placesIn('tools.json', () => text)({ tool } as Parameters<ReturnType<typeof placesIn>>[0])?.line;

describe('the place of a tool in a file', () => {
  it('is the line of its name, of the first where there are two', () => {
    const text = '[\n{"name": "a"},\n\n{"name" : "b\\n\\"q"}, {"name":"c"},\n{"name":"a"}]\n';
    expect(['a', 'b\n"q', 'c', 'd', undefined].map((tool) => lineOf(text, tool))).toEqual([2, 4, 4, 1, 1]);
  });

  it('is found once for all in a long line', () => {
    // A search to the end of the line for each name would not end within the limit of a test.
    const tools = Array.from({ length: 60_000 }, (_, at) => ({ name: `tool_${at}`, text: 'x'.repeat(400) }));
    expect(lineOf(JSON.stringify(tools), 'tool_59999')).toBe(1);
  });
});
