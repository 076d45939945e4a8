import { ownValue } from '../../../util/plain.js';
import { broken, check, kept, NotApplicable } from '../../check.js';
import { initializeParams } from '../../open.js';
import { Talk } from '../../wire/talk.js';
import { errorOf, replyOf } from '../../world.js';

export const cLife016 = check({
  id: 'C-LIFE-016',
  title: 'the error for initialize lists the supported versions',
  level: 'SHOULD',
  since: '2026-07-28',
  spec: 'basic/versioning#backward-compatibility-with-initialization-based-versions',
  fix: 'Name your versions in the error that initialize gets: older clients show it to their users.',
  lane: 'afterwards',
  async run(world) {
    const { port } = await world.second();
    const talk = new Talk(
      port.kind === 'http' ? await world.launcher.port() : port,
      'legacy',
      world.settings.requestMs,
    );
    const exchange = await talk.ask('initialize', initializeParams('2025-11-25'), {
      id: 'mcptest-initialize',
    });
    replyOf(exchange);
    const error = errorOf(exchange);
    if (error === undefined) throw new NotApplicable('the server answers initialize as well');
    const names = JSON.stringify([error.message, ownValue(error, 'data')]).includes(world.revision);
    if (!names) return broken(`the error does not name ${world.revision}`, exchange);
    return kept('the error names them', exchange);
  },
});
