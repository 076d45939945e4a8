/** What `compat --show` prints, against the tool lists that real agents put on the wire. */
import { describe, expect, it } from 'vitest';
import { CLIENT_OF, compareView, recordedViews } from '../../test/lib/client-views.js';

const views = recordedViews();

it('there is a recording of every agent that can be run', () => {
  expect(views.map(({ client }) => client)).toEqual(Object.values(CLIENT_OF));
});

describe.each(views.map((view) => [view.client, view] as const))('%s', (_, view) => {
  it('shows every tool of the fixture byte by byte as we say', () => {
    expect(view.tools.length).toBeGreaterThan(35);
    const compared = compareView(view);
    expect(compared.filter(({ how }) => how !== 'equal')).toEqual([]);
    expect(compared.length).toBeGreaterThan(3 * 35);
  });

  it('a schema, a description or a name that is not as we say is told', () => {
    const [first, ...others] = view.tools;
    if (first === undefined) throw new Error('there is no tool');
    const told = (change: object) =>
      compareView({ ...view, tools: [{ ...first, ...change }, ...others] }).filter(
        ({ how }) => how !== 'equal',
      );
    expect(told({ name: `${first.name}x` })).toHaveLength(2);
    expect(told({ description: `${first.description}.` })).toHaveLength(1);
    expect(told({ schema: { properties: {}, type: 'object' } })).toHaveLength(1);
  });
});
