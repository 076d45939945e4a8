/** What stops a release. */
import { describe, expect, it } from 'vitest';
import {
  changelogProblems,
  changelogSections,
  lockProblems,
  tagProblems,
  textProblems,
  versionProblems,
} from '../scripts/lib/release-rules.js';

const CHANGELOG = '# Changelog\n\n## 1.3.0 (2026-11-16)\n\n- New.\n- Newer.\n\n## v1.2.0\n\n- Old.\n';

describe('a release', () => {
  it('has the words of its own section', () => {
    expect(changelogSections(CHANGELOG)).toEqual([
      { version: '1.3.0', notes: '- New.\n- Newer.' },
      { version: '1.2.0', notes: '- Old.' },
    ]);
  });

  it.each([
    [CHANGELOG, '1.3.0', []],
    [CHANGELOG, '1.4.0', ['the top of CHANGELOG.md is "1.3.0", not 1.4.0']],
    [
      '# Changelog\n\n## Unreleased\n\n- x\n',
      '1.4.0',
      ['the top of CHANGELOG.md is "Unreleased", not 1.4.0'],
    ],
    ['# Changelog\n\n## 1.4.0\n\n## 1.3.0\n\n- x\n', '1.4.0', ['CHANGELOG.md says nothing about 1.4.0']],
    ['', '1.4.0', ['CHANGELOG.md has no section']],
  ])('needs a changelog that begins with it: %j %s', (changelog, version, problems) => {
    expect(changelogProblems(changelog, version)).toEqual(problems);
  });

  it('has one version', () => {
    expect(versionProblems('1.2.3', '1.2.3')).toEqual([]);
    expect(versionProblems('1.2.3-beta.1', '1.2.3-beta.1')).toEqual([]);
    expect(versionProblems('1.2', '1.2')).toEqual(['"1.2" is no version such as 1.2.3']);
    expect(versionProblems('1.2.3', '1.2.2')).toHaveLength(1);
  });

  it('takes a tag that is free, or is its own', () => {
    expect(tagProblems('v1.2.3', undefined, 'abc')).toEqual([]);
    expect(tagProblems('v1.2.3', 'abc', 'abc')).toEqual([]);
    expect(tagProblems('v1.2.3', 'def', 'abc')).toEqual(['v1.2.3 is already the tag of another commit']);
  });

  it('locks no host', () => {
    const packages = {
      '': {},
      'node_modules/a': { resolved: 'https://mirror.example/a.tgz' },
      'node_modules/b': { resolved: 'git+ssh://x' },
      'node_modules/c': { resolved: 'packages/c' },
    };
    expect(lockProblems({ packages })).toEqual([
      'package-lock.json has a download address for node_modules/a',
      'package-lock.json has a download address for node_modules/b',
    ]);
  });

  it.each([
    ['a\n<<<<<<< HEAD\n', 'a conflict of a merge'],
    [' // TODO say why\n', 'a TODO'],
    [' * FIXME\n', 'a TODO'],
    ["  it.only('x', () => {})\n", 'a test that shuts out all others'],
    ['see /srv/checkout/mcptest/x', 'names /srv/checkout/mcptest, which is of this machine'],
  ])('has no %j in its files', (text, problem) => {
    expect(textProblems('a.ts', text, { private: ['/srv/checkout/mcptest'] })).toEqual([
      expect.stringContaining(problem),
    ]);
  });

  it('lets words stand that only look like it', () => {
    const text = "ok 1 - x # TODO y\nconst a = '// TODO';\nit.only\n=======\n";
    expect(textProblems('a.ts', text, { private: ['/srv/checkout/mcptest'] })).toEqual([]);
  });
});
