import { check, judged } from '../../check.js';

export const cFrame002 = check({
  id: 'C-FRAME-002',
  title: 'a message is one line',
  level: 'MUST',
  on: 'stdio',
  spec: { legacy: 'basic/transports#stdio', modern: 'basic/transports/stdio' },
  fix: 'Write each message as JSON without line breaks, then one newline.',
  lane: 'afterwards',
  async run(world) {
    await world.survey();
    const broken = world.transcripts.flatMap(({ odd }) => odd).filter(({ kind }) => kind === 'several-lines');
    const problems = broken.slice(0, 1).map(() => 'JSON on stdout is spread over several lines');
    return judged(problems, 'every message is one line', ...broken.slice(0, 4).map(({ frame }) => frame));
  },
});
