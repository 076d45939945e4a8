import { describe, expect, it } from 'vitest';
import { indexMembers, toolId } from './tool-id.js';

const known = (declared: string[], tools: Record<string, string[]> = {}) => ({
  declared: new Set(declared),
  all: new Set([...declared, ...Object.keys(tools)]),
  tools: new Map(Object.entries(tools).map(([server, names]) => [server, new Set(names)])),
});

describe('toolId', () => {
  it.each([
    [
      'server.tool without declared servers',
      'brave.web_search',
      undefined,
      known([]),
      'brave.web_search',
      'web_search',
    ],
    ['server beside the tool', 'web_search', 'brave', known([]), 'brave.web_search', 'web_search'],
    ['server twice', 'brave.web_search', 'brave', known(['brave']), 'brave.web_search', 'web_search'],
    ['a dot in the tool name', 'files.read', 'fs', known(['fs']), 'fs.files.read', 'files.read'],
    ['a prefix that is no server', 'files.read', undefined, known(['fs']), 'fs.files.read', 'files.read'],
    ['a server name with a dot', 'a.b.read', undefined, known(['a', 'a.b']), 'a.b.read', 'read'],
    ['the only declared server', 'read', undefined, known(['fs']), 'fs.read', 'read'],
    [
      'one of several servers has it',
      'read',
      undefined,
      known(['fs', 'db'], { db: ['read'] }),
      'db.read',
      'read',
    ],
    [
      'a name that repeats its server',
      'fs.read',
      'fs',
      known(['fs'], { fs: ['fs.read'] }),
      'fs.fs.read',
      'fs.read',
    ],
    ['an unknown server', 'read', undefined, known(['fs', 'db']), 'read', 'read'],
    ['a dotted name of an unknown server', 'a.b', undefined, known(['fs', 'db']), 'a.b', 'a.b'],
  ])('reads %s', (...[, tool, server, servers, id, name]) => {
    expect(toolId(tool, server, servers)).toMatchObject({ id, name });
  });
});

describe('indexMembers', () => {
  const call = (server: string, name: string) => ({ id: `${server}.${name}`, name, server });

  it('keeps a qualified member to its server', () => {
    const index = indexMembers([['brave.search'], ['search']], new Set(['brave', 'google']));
    expect(index.listsOf(call('brave', 'search'))).toEqual([0, 1]);
    expect(index.listsOf(call('google', 'search'))).toEqual([1]);
  });

  it('reads a dotted member without such a server as a bare name', () => {
    const index = indexMembers([['files.read']], new Set(['fs']));
    expect(index.listsOf(call('fs', 'files.read'))).toEqual([0]);
    expect(index.listsOf(call('fs', 'read'))).toEqual([]);
  });

  it('prefers the server where a member could be both', () => {
    const index = indexMembers([['files.read']], new Set(['fs', 'files']));
    expect(index.listsOf(call('fs', 'files.read'))).toEqual([]);
    expect(index.listsOf(call('files', 'read'))).toEqual([0]);
  });
});
