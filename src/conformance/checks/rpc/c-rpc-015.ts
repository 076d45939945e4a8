import { check, judged } from '../../check.js';

export const cRpc015 = check({
  id: 'C-RPC-015',
  title: 'the server sends no batches',
  level: 'MUST',
  since: '2025-06-18',
  spec: { legacy: 'basic', modern: 'basic#messages' },
  fix: 'Send each message by itself; batches were removed in 2025-06-18.',
  lane: 'afterwards',
  async run(world) {
    await world.survey();
    const batches = world.transcripts.flatMap((transcript) => transcript.batches);
    return judged(
      batches.map(() => 'a list of messages came instead of a message'),
      'every message came by itself',
      ...batches.slice(0, 2),
    );
  },
});
