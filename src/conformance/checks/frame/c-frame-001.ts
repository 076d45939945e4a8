import { check, judged } from '../../check.js';

export const cFrame001 = check({
  id: 'C-FRAME-001',
  title: 'stdout contains nothing but messages',
  level: 'MUST',
  on: 'stdio',
  spec: { legacy: 'basic/transports#stdio', modern: 'basic/transports/stdio' },
  fix: 'Write logs to stderr. In Node use console.error; in Python configure logging to sys.stderr.',
  lane: 'afterwards',
  async run(world) {
    await world.survey();
    const noise = world.transcripts.flatMap(({ odd }) => odd).filter(({ kind }) => kind === 'noise');
    const problems = noise.map(() => 'a line on stdout is not a JSON-RPC message');
    return judged(
      problems,
      'every line on stdout is a message',
      ...noise.slice(0, 3).map(({ frame }) => frame),
    );
  },
});
