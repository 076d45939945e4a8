import { describe, expect, it } from 'vitest';
import { expectGolden } from '../../test/lib/golden.js';
import type { ToolDef } from '../types/catalog.js';
import { serverPrompt, toolPrompt } from './prompts.js';
import { DEFAULT_RUBRIC } from './rubric.js';
import { contextSignals } from './signals.js';

const boat: ToolDef = {
  name: 'find_boat',
  title: 'Find a boat',
  description: 'Finds a boat\n  by its hull.',
  inputSchema: { type: 'object', properties: { hull: { type: 'string', description: 'On the side' } } },
  annotations: { readOnlyHint: true },
  outputSchema: { type: 'object', properties: { name: {} } },
};
const bare: ToolDef = { name: 'rest' } as ToolDef;
const about = (tool: ToolDef, siblings: string[] = []) =>
  toolPrompt(DEFAULT_RUBRIC.tool, { tool, signals: contextSignals(tool), siblings });
const ofServer = (tools: ToolDef[], candidates: Parameters<typeof serverPrompt>[1]['candidates'] = []) =>
  serverPrompt(DEFAULT_RUBRIC.server, {
    server: 'harbour',
    tools: tools.map((tool) => ({ tool, signals: contextSignals(tool) })),
    candidates,
  });

/** After a change of a prompt: `UPDATE_GOLDEN=1 npx vitest run src/tdqs/prompts.test.ts`, and read the difference. */
it('asks a model what the file says, word for word', () => {
  const pair = { tool: 'find_boat', cheaperTool: 'rest', toolCost: 9, cheaperCost: 1 };
  const asked = [
    DEFAULT_RUBRIC.tool.system,
    about(boat, ['find_boat', 'rest', 'tow_boat']),
    about(bare),
    DEFAULT_RUBRIC.server.system,
    ofServer([boat, bare], [pair]),
    ofServer([bare]),
  ];
  // Marks around what a server wrote are drawn anew for each question.
  const text = asked.join('\n----\n').replace(/[0-9a-f]{8,}/g, 'MARK');
  expectGolden('tdqs-prompts.txt', text.split('\n').filter(Boolean));
});

describe('what is long', () => {
  const long = (length: number) => ({ ...boat, description: 'a'.repeat(length) });

  it('is cut, and says how much is left out', () => {
    expect(about(long(20_000)).includes('more characters')).toBe(false);
    expect(about(long(20_007)).includes('[7 more characters]')).toBe(true);
  });

  it('names 200 siblings and counts the others', () => {
    const named = (count: number) =>
      about(
        boat,
        Array.from({ length: count }, (_, i) => `tool_${i}`),
      );
    expect(named(200)).not.toContain('more]');
    expect(named(203)).toContain('tool_199\n[3 more]');
    expect(named(203)).not.toContain('tool_200');
    expect(about(boat, ['b'.repeat(300)])).not.toContain('b'.repeat(201));
  });

  it('is shared among the tools of a server', () => {
    expect(ofServer([long(60_000), long(60_000)]).includes('are cut')).toBe(false);
    const cut = ofServer([long(60_002), long(60_002)]);
    expect(cut.includes('[descriptions are cut at 60000 characters each]')).toBe(true);
    expect(cut.includes('a'.repeat(60_000))).toBe(false);
  });

  it('a schema that cannot be written is left out', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`);
    expect(about({ ...boat, inputSchema: deep })).toContain('{}');
  });
});
