import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { docsFolder, findTopic, knownTopics } from './find-page.js';
import { showPage } from './show-page.js';

const folder = docsFolder();
const wide = { color: false, width: 80 };

describe('a topic', () => {
  it.each([
    ['no-suite', 'error code', 'no suite was found'],
    ['desc-001', 'rule', 'DESC-001'],
    ['C-LIST-001', 'check', 'C-LIST-001'],
    ['tool_selection', 'metric', 'min_selection_rate'],
    ['reporters', 'page', 'junit'],
    ['plan-runs', 'command', '--half-width'],
    ['tdqs score', 'command', '--fail-under'],
    ['mcptest schema', 'command', 'JSON Schema'],
    ['before_each', 'key', 'before each test'],
    ['run_options', 'key', 'concurrency'],
    ['pass_env', 'key', 'inherits'],
    ['faults', 'key', 'disconnect'],
    ['junit', 'reporter', 'Jenkins'],
    ['', 'page', '# Documentation'],
  ])('%s is a %s', (topic, kind, words) => {
    const [found] = findTopic(folder, topic);
    expect(found?.kind).toBe(kind);
    expect(found?.text).toContain(words);
  });

  it('is one section and no more', () => {
    const [command] = findTopic(folder, 'plan-runs');
    expect(command?.text.match(/^## /gm)).toHaveLength(1);
  });

  it('may be several things', () => {
    expect(findTopic(folder, 'security').map(({ kind }) => kind)).toEqual(['page', 'command', 'key']);
  });

  it.each(['../package', 'rules/../../package.json', 'a[b', 'README'])('%j leads nowhere', (topic) => {
    expect(findTopic(folder, topic)).toEqual([]);
  });

  it('is there for every error code, rule and metric', () => {
    const errors = readFileSync(join(folder, 'errors.md'), 'utf8');
    const codes = [...errors.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap((row) =>
      [...row[1]!.matchAll(/`([^`]+)`/g)].map((one) => one[1]!),
    );
    expect(codes.length).toBeGreaterThan(100);
    expect(codes.filter((code) => findTopic(folder, code).length === 0)).toEqual([]);
    expect(knownTopics(folder)).toEqual(
      expect.arrayContaining(['DESC-001', 'trajectory', 'run', 'no-suite', 'junit']),
    );
  });
});

describe('a page as text', () => {
  it('has no marks of Markdown, and names the page behind a link', () => {
    const text = showPage(
      '# Title\n\nSee **the** [CI page](ci.md#secrets) and\n[errors](errors.md).\n\n- one\n- two',
      wide,
    );
    expect(text).toBe('# Title\n\nSee the CI page (docs ci) and errors.\n\n- one\n- two\n');
  });

  it('shows a table as a list', () => {
    const text = showPage('| a | b | c |\n|---|---|---|\n| `x\\|y` | one |  |\n| z | | three |', wide);
    expect(text).toBe('`x|y`\n    b: one\nz\n    c: three\n');
  });

  it('keeps code as it is and lines within the width', () => {
    const long = 'word '.repeat(40);
    const lines = showPage(`${long}\n\n\`\`\`sh\n${long}\n\`\`\``, wide).split('\n');
    expect(lines.slice(0, 3).every((line) => line.length <= 80)).toBe(true);
    expect(lines).toContain(`    ${long}`);
  });
});
