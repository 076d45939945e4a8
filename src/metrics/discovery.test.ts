import { describe, expect, it } from 'vitest';
import { METRICS } from './blocks.js';
import { measureDiscovery } from './discovery.js';

const catalog = {
  github: [{ name: 'list_open_issues' }, { name: 'getCommit' }],
  catalog: [{ name: 'search' }, { name: 'files.read' }, { name: 'zoekt' }],
};
const leaks = (prompt: string) =>
  measureDiscovery([], {}, { servers: ['github', 'catalog'], catalog, prompt }).figures['discovery.leaks'];

describe('discovery', () => {
  it.each([
    ['What is still to be fixed in the parser?', 0],
    ['Use list_open_issues for the parser', 1],
    ['Please list open issues of the parser', 1],
    ['Please List-Open-Issues', 1],
    ['Please list the open issues', 0],
    ['Make a list. Open issues matter', 0],
    ['call GETCOMMIT on main', 1],
    ['get commit 12', 1],
    ['forget commitments', 0],
    ['search the catalog for pens', 0],
    ['use `search` for pens', 1],
    ['use "Search" for pens', 1],
    ['use "search for pens', 0],
    ['use search" for pens', 0],
    ['use "search" to search for pens', 1],
    ['search with `search`', 1],
    ['use catalog.search for pens', 1],
    ['look it up with Zoekt', 1],
    ['ask GitHub', 1],
    ['ask GitHub to list open issues', 2],
    ['files.read the notes', 1],
  ])('%j leaks %i', (prompt, count) => {
    expect(leaks(prompt)).toBe(count);
  });

  it('reads the prompt of the trace where the test has none', () => {
    const run = { calls: [], prompt: 'use zoekt', catalog };
    expect(measureDiscovery([run, run], {}, { servers: [] }).figures['discovery.leaks']).toBe(1);
  });

  it('is absent without a prompt or a catalogue', () => {
    expect(measureDiscovery([], {}, { servers: [], prompt: 'x' }).absent).toHaveProperty(['discovery.leaks']);
    expect(measureDiscovery([], {}, { servers: [], catalog }).absent).toHaveProperty(['discovery.leaks']);
  });

  it('holds the promise only where it was given', () => {
    expect(METRICS.discovery.defaults({ name_free: true })).toEqual([
      { target: 'discovery.leaks', matcher: { '<=': 0 } },
    ]);
    expect(METRICS.discovery.defaults({})).toEqual([]);
  });
});
