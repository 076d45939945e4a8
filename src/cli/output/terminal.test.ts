import {
  chmodSync,
  closeSync,
  linkSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeOut } from './terminal.js';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'mcptest-report-'));
});

describe('a report file', () => {
  it('is replaced whole: who has the earlier one open reads on in it', async () => {
    const file = join(dir, 'report.xml');
    writeFileSync(file, 'the earlier report, whole');
    const reader = openSync(file, 'r');
    linkSync(file, join(dir, 'kept.xml'));
    await writeOut(file, 'new');
    expect(readFileSync(reader, 'utf8')).toBe('the earlier report, whole');
    closeSync(reader);
    expect(readFileSync(file, 'utf8')).toBe('new');
    expect(readFileSync(join(dir, 'kept.xml'), 'utf8')).toBe('the earlier report, whole');
    expect(readdirSync(dir).sort()).toEqual(['kept.xml', 'report.xml']);
  });

  it('keeps the link to it and its mode', async () => {
    const real = join(dir, 'real.xml');
    writeFileSync(real, 'old');
    chmodSync(real, 0o640);
    const link = join(dir, 'link.xml');
    symlinkSync('real.xml', link);
    await writeOut(link, 'new');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(real, 'utf8')).toBe('new');
    expect(statSync(real).mode & 0o777).toBe(0o640);
  });

  it('is made where a link leads that has no file yet', async () => {
    symlinkSync('later.xml', join(dir, 'link.xml'));
    await writeOut(join(dir, 'link.xml'), 'new');
    expect(lstatSync(join(dir, 'link.xml')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(dir, 'later.xml'), 'utf8')).toBe('new');
  });

  it.skipIf(process.platform === 'win32')('may be a device', async () => {
    await writeOut('/dev/null', 'x');
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it.skipIf(process.platform !== 'linux')('is never replaced behind the back of a shell', async () => {
    const file = join(dir, 'out.txt');
    const handle = openSync(file, 'w');
    const before = statSync(file).ino;
    await writeOut(`/dev/fd/${handle}`, 'new');
    closeSync(handle);
    expect([statSync(file).ino, readFileSync(file, 'utf8')]).toEqual([before, 'new']);
  });

  it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
    'that may not be written is left alone, and one in a closed folder is written in place',
    async () => {
      const file = join(dir, 'report.xml');
      writeFileSync(file, 'old', { mode: 0o444 });
      await expect(writeOut(file, 'new')).rejects.toMatchObject({ code: 'report-not-written' });
      expect(readFileSync(file, 'utf8')).toBe('old');
      chmodSync(file, 0o644);
      chmodSync(dir, 0o555);
      await writeOut(file, 'new');
      chmodSync(dir, 0o755);
      expect(readFileSync(file, 'utf8')).toBe('new');
    },
  );
});
