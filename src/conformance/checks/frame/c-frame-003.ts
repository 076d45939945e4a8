import { check, judged } from '../../check.js';

export const cFrame003 = check({
  id: 'C-FRAME-003',
  title: 'messages are UTF-8',
  level: 'MUST',
  on: 'stdio',
  spec: 'basic/transports',
  fix: 'Encode what is written to stdout as UTF-8.',
  lane: 'afterwards',
  async run(world) {
    await world.survey();
    const broken = world.transcripts.flatMap(({ odd }) => odd).filter(({ kind }) => kind === 'utf8');
    const problems = broken.map(() => 'a line on stdout is not valid UTF-8');
    return judged(problems, 'every line is valid UTF-8', ...broken.slice(0, 3).map(({ frame }) => frame));
  },
});
