import { ownValue } from '../../../util/plain.js';
import { check } from '../../check.js';
import { judgeAll } from '../../judge/seen.js';

export const cCancel004 = check({
  id: 'C-CANCEL-004',
  title: 'the server cancels nothing but subscriptions',
  level: 'MUST',
  since: '2026-07-28',
  spec: 'basic/patterns/cancellation',
  fix: 'Send notifications/cancelled only to end a subscriptions/listen request.',
  lane: 'afterwards',
  async run(world) {
    const listens = world.transcripts
      .flatMap(({ sent }) => sent)
      .filter(({ message }) => message.method === 'subscriptions/listen')
      .map(({ message }) => message.id);
    return judgeAll(world, {
      of: 'notifications',
      where: ({ message }) => message.method === 'notifications/cancelled',
      wrong: ({ message }) =>
        listens.includes(ownValue(message.params, 'requestId')) ? undefined : 'it cancelled something else',
      good: 'it did not',
      none: 'the server cancelled nothing',
    });
  },
});
