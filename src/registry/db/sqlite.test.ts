import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hasBuiltIn, openSqlite, type SqliteDriver } from './sqlite.js';

const drivers: SqliteDriver[] = hasBuiltIn() ? ['built-in', 'wasm'] : ['wasm'];

it.each(drivers)('a store that cannot be opened is told in words, with %s', async (driver) => {
  const cwd = mkdtempSync(join(tmpdir(), 'mcptest-store-'));
  for (const place of [cwd, join(cwd, 'no/such/folder.db')])
    await expect(openSqlite(place, { driver })).rejects.toMatchObject({
      code: 'store-unreadable',
      message: expect.stringContaining('cannot be opened as a registry store'),
    });
});
