/** What we say that clients do, against the official clients from npm and Ajv. */
import { expect, it } from 'vitest';
import { measureClients } from './lib/client-samples.js';

it('verdicts are those of the official clients and of Ajv', async () => {
  const rows = await measureClients();
  expect(rows.filter(({ ours, theirs }) => ours !== theirs)).toEqual([]);
  expect(rows.filter(({ theirs }) => theirs === 'list lost').length).toBeGreaterThan(20);
  expect(rows.filter(({ theirs }) => theirs === 'not valid').length).toBeGreaterThan(3);
});
