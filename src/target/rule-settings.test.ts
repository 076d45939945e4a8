import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder, suite } from '../../test/lib/cli.js';
import { ruleSettings } from './rule-settings.js';

function workspace(rules: string | undefined, ofSuite?: unknown): string {
  const dir = folder({ 'mcptest.yml': suite(ofSuite === undefined ? {} : { rules: ofSuite }) });
  mkdirSync(join(dir, '.mcptest'));
  if (rules !== undefined) writeFileSync(join(dir, '.mcptest', 'rules.yml'), rules);
  return dir;
}

const suppressed = { rule: 'DESC-001', tool: 'a', reason: 'known' };

describe('ruleSettings', () => {
  it('joins the rules of the workspace and of the suite, the suite counting last', async () => {
    const cwd = workspace('severity:\n  DESC-001: low\n  DESC-002: low\n', {
      severity: { 'DESC-002': 'high' },
      suppress: [suppressed],
    });
    expect(await ruleSettings({ cwd, env: {} }, true)).toEqual({
      severity: { 'DESC-001': 'low', 'DESC-002': 'high' },
      suppress: [suppressed],
    });
  });

  it('leaves the suite out where its servers are not looked at', async () => {
    const cwd = workspace(undefined, { severity: { 'DESC-002': 'high' } });
    expect(await ruleSettings({ cwd, env: {} }, false)).toEqual({ severity: {}, suppress: [] });
  });

  it('shows the place of what is wrong', async () => {
    const cwd = workspace('severity:\n  DESC-001: low\n  DESC-001: high\n');
    await expect(ruleSettings({ cwd, env: {} }, false)).rejects.toThrow(/^\.mcptest\/rules\.yml:3:3: /);
    await expect(ruleSettings({ cwd: workspace('severity: 1'), env: {} }, false)).rejects.toThrow(
      expect.objectContaining({ code: 'rules-invalid' }),
    );
  });
});
