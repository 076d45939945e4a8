/** Judging a saved run again with some twenty changes of every reply, beyond reading it; ten times the tests in each row. */
import { strengthSpeed } from '../eval/lib/strength/speed.js';
import { table } from './measure.js';

export async function benchStrength(work: string): Promise<void> {
  const rows = [['run', 'MB', 'changes', 'reading s', 'judging s', 'processor s', 'µs a change']];
  for (const count of [10, 100, 1000]) {
    const speed = await strengthSpeed(work, count);
    rows.push([
      `${speed.tests} tests`,
      speed.megabytes.toFixed(1),
      String(speed.mutants),
      (speed.envelope_s + speed.suite_s).toFixed(2),
      speed.judging_s.toFixed(2),
      speed.judging_cpu_s.toFixed(2),
      ((speed.judging_cpu_s * 1e6) / speed.mutants).toFixed(0),
    ]);
  }
  console.log('\nStrength of a saved run (aim: 1000 tests in 2 s beyond reading them)');
  console.log(table(rows));
}
