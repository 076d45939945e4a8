import { describe, expect, it } from 'vitest';
import { schemaFindings } from './schema-findings.js';

const place = { file: 's.yml', server: 'shop' };
const tools = ['buy', 'sell'].map((name) => ({ name, inputSchema: { type: 'no such type' } }));

describe('schemas that no validator can use', () => {
  it('are told for each tool', async () => {
    const found = await schemaFindings([{ ...place, tools }]);
    expect(found.map(({ rule, tool, pointer }) => [rule, tool, pointer])).toEqual([
      ['SCH-005', 'buy', '/inputSchema'],
      ['SCH-005', 'sell', '/inputSchema'],
    ]);
  });

  it('are told as not looked at when the time is over', async () => {
    expect(await schemaFindings([{ ...place, tools }], 0)).toEqual([
      {
        ...place,
        rule: 'SCH-005',
        severity: 'warning',
        tool: 'buy',
        pointer: '/inputSchema',
        message: '2 schemas from here on not looked at: there was no time left',
      },
    ]);
  });
});
