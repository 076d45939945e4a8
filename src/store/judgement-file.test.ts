import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openJudgements } from './judgement-file.js';

const workspace = () => mkdtempSync(join(tmpdir(), 'mcptest-judgements-'));
const fileOf = (dir: string) => join(dir, '.mcptest', 'judgements.jsonl');

describe('kept judgements', () => {
  it('are there in the next run', async () => {
    const dir = workspace();
    await (await openJudgements(dir)).put('a', { score: 3 });
    expect((await openJudgements(dir)).get('a')).toEqual({ score: 3 });
    expect((await openJudgements(dir)).get('b')).toBeUndefined();
  });

  it('survive a line that was cut off by a kill', async () => {
    const dir = workspace();
    await (await openJudgements(dir)).put('a', { score: 3 });
    appendFileSync(fileOf(dir), '\n{"key":"b","judge');
    await (await openJudgements(dir)).put('c', { score: 4 });
    const kept = await openJudgements(dir);
    expect([kept.get('a'), kept.get('b'), kept.get('c')]).toEqual([{ score: 3 }, undefined, { score: 4 }]);
  });

  it('of two runs at once are all kept', async () => {
    const dir = workspace();
    const [one, two] = [await openJudgements(dir), await openJudgements(dir)];
    await Promise.all(Array.from({ length: 50 }, (_, i) => (i % 2 === 0 ? one : two).put(`k${i}`, { i })));
    const kept = await openJudgements(dir);
    for (let i = 0; i < 50; i += 1) expect(kept.get(`k${i}`)).toEqual({ i });
    expect(readFileSync(fileOf(dir), 'utf8').trim().split('\n')).toHaveLength(50);
  });

  it('say once why they cannot be written, and work within the run', async () => {
    const dir = workspace();
    mkdirSync(join(dir, '.mcptest'));
    writeFileSync(fileOf(dir), '');
    chmodSync(fileOf(dir), 0o400);
    const kept = await openJudgements(dir);
    await kept.put('a', { score: 3 });
    expect(kept.get('a')).toEqual({ score: 3 });
    // Root may write anywhere.
    if (process.getuid?.() !== 0) expect(kept.problem()).toContain('judgements.jsonl');
  });
});
