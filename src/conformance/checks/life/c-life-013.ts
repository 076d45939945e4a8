import { META } from '../../../client/session/revisions.js';
import { check } from '../../check.js';
import { judgeRefusal } from '../../judge/refusal.js';

export const cLife013 = check({
  id: 'C-LIFE-013',
  title: 'a request that names no version in _meta is refused with -32602',
  level: 'MUST',
  since: '2026-07-28',
  spec: 'basic#meta',
  official: ['sep-2575-request-meta-invalid-missing-protocol-version'],
  fix: 'Refuse requests without io.modelcontextprotocol/protocolVersion; over HTTP with the status 400.',
  async run(world) {
    const meta = { [META.protocolVersion]: undefined };
    return judgeRefusal(await world.talk.ask('server/discover', {}, { meta }), {
      codes: [-32602, -32020],
      status: 400,
    });
  },
});
