import { check, judged } from '../../check.js';
import { seenBy } from '../../judge/seen.js';

export const cNotif001 = check({
  id: 'C-NOTIF-001',
  title: 'a notification has no id',
  level: 'MUST',
  spec: 'basic#notifications',
  fix: 'Leave the id out of notifications.',
  lane: 'afterwards',
  async run(world) {
    const wrong = (await seenBy(world)).filter(
      ({ message }) => String(message.method).startsWith('notifications/') && Object.hasOwn(message, 'id'),
    );
    return judged(
      wrong.map(({ message }) => `${String(message.method)} has one`),
      'none has',
      ...wrong.slice(0, 2).map(({ frame }) => frame),
    );
  },
});
