import { expect, it } from 'vitest';
import type { World } from '../../world.js';
import { cLife001 } from './c-life-001.js';

async function judge(era: 'legacy' | 'modern', result: unknown) {
  const handshake = {
    frames: [],
    replies: [],
    messages: [],
    reply: { jsonrpc: '2.0', id: 1, result },
    duration_ms: 1,
  };
  const { kept, message } = await cLife001.run({ era, opening: { handshake } } as unknown as World);
  return [kept, message];
}

it('a handshake names its version as text, and its capabilities as a map', async () => {
  expect(await judge('legacy', { protocolVersion: '2025-11-25', capabilities: {} })).toEqual([
    true,
    'it has both',
  ]);
  expect(await judge('modern', { supportedVersions: ['2026-07-28'], capabilities: {} })).toEqual([
    true,
    'it has both',
  ]);
});

it.each([
  ['legacy', { protocolVersion: 42, capabilities: {} }, '`protocolVersion` is 42'],
  ['legacy', { protocolVersion: '', capabilities: {} }, '`protocolVersion` is ""'],
  ['legacy', { protocolVersion: '2025-11-25', capabilities: [] }, '`capabilities` is []'],
  ['legacy', { protocolVersion: '2025-11-25' }, 'the answer has no `capabilities`'],
  ['legacy', {}, 'the answer names no version (and 1 more)'],
  ['modern', { supportedVersions: '2026-07-28', capabilities: {} }, '`supportedVersions` is "2026-07-28"'],
  ['modern', { supportedVersions: [], capabilities: {} }, '`supportedVersions` is []'],
  [
    'modern',
    { supportedVersions: ['2026-07-28', 1], capabilities: {} },
    '`supportedVersions` is ["2026-07-28",1]',
  ],
  ['modern', { capabilities: {} }, 'the answer names no version'],
] as const)('%s: %j is no answer to a handshake', async (era, result, detail) => {
  expect(await judge(era, result)).toEqual([false, detail]);
});
