import { META } from '../../../client/session/revisions.js';
import { check } from '../../check.js';
import { judgeRefusal } from '../../judge/refusal.js';

export const cLife014 = check({
  id: 'C-LIFE-014',
  title: 'a request that names no client capabilities in _meta is refused with -32602',
  level: 'MUST',
  since: '2026-07-28',
  spec: 'basic#meta',
  official: ['sep-2575-request-meta-invalid-missing-client-capabilities'],
  fix: 'Refuse requests without io.modelcontextprotocol/clientCapabilities; over HTTP with the status 400.',
  async run(world) {
    const meta = { [META.clientCapabilities]: undefined };
    return judgeRefusal(await world.talk.ask('server/discover', {}, { meta }), {
      codes: [-32602],
      status: 400,
    });
  },
});
