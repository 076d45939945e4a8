import { expect, it } from 'vitest';
import type { Catalog, ToolDef } from '../../types/catalog.js';
import { definitions } from './catalogue-headings.js';
import type { AuditPlace } from './place.js';

const chart: ToolDef = {
  name: 'draw_chart',
  description: 'Draws a line chart of values over time and returns the address of the picture.',
  inputSchema: {
    type: 'object',
    properties: {
      data: {
        type: 'array',
        description: 'The points of the line, oldest first.',
        items: { type: 'object', properties: { time: { type: 'string' } }, required: ['time'] },
      },
    },
    required: ['data'],
  },
};
const poll: ToolDef = {
  name: 'poll',
  description: 'x',
  inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  _meta: { ui: { visibility: ['app'] } },
};
const place = { workspace: '.', env: {}, target: 'charts' } as AuditPlace;
const judged = (tools: ToolDef[]) =>
  definitions({ server: 'charts', tools } as unknown as Catalog, {}, place);

it('judges the texts that a model reads, not those of tools that only apps call', async () => {
  const both = await judged([chart, poll]);
  expect(both.findings.flatMap(({ tools }) => tools)).not.toContain('poll');
  expect(both.says).toMatch(/, without 1 tool for apps only$/);
  const { says, ...alone } = await judged([chart]);
  expect(says).not.toContain('apps');
  expect(both).toMatchObject({ grade: alone.grade, score: alone.score });
  expect(await judged([poll])).toMatchObject({ left_out: expect.stringContaining('for apps only') });
});

it('says where a required argument stands that nobody explains', async () => {
  const { findings } = await judged([chart]);
  expect(findings.find(({ rule }) => rule === 'DESC-006')?.message).toBe(
    'required argument "data[].time" has no description',
  );
});
