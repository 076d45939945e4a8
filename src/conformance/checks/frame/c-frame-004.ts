import { check, judged } from '../../check.js';

export const cFrame004 = check({
  id: 'C-FRAME-004',
  title: 'stdout starts without a byte order mark',
  level: 'SHOULD',
  on: 'stdio',
  spec: 'basic/transports',
  fix: 'Write UTF-8 without a byte order mark; JSON does not allow one.',
  lane: 'afterwards',
  async run(world) {
    await world.survey();
    const marks = world.transcripts
      .flatMap(({ odd }) => odd)
      .filter(({ kind }) => kind === 'byte-order-mark');
    const problems = marks.map(() => 'stdout starts with a byte order mark');
    return judged(problems, 'there is no byte order mark', ...marks.slice(0, 1).map(({ frame }) => frame));
  },
});
