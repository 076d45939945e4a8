/**
 * Property tests take the same examples in every run, so that a commit passes or fails for what it changed.
 * PROPERTY_SEED=random, or a number, tries others; a failure prints the seed that shows it again. With PROPERTY_QUICK=1
 * nobody looks for a smaller example: it is enough to know that one fails.
 */
import fc from 'fast-check';

const asked = process.env.PROPERTY_SEED ?? '20260728';
fc.configureGlobal({
  seed: asked === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(asked),
  endOnFailure: process.env.PROPERTY_QUICK === '1',
});

/** PROPERTY_RUNS=10 tries ten times as many, 0.1 a tenth. */
export const runs = (usual: number): number => Math.ceil(usual * Number(process.env.PROPERTY_RUNS ?? 1));

export default fc;
