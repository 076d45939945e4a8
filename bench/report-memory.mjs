/**
 * Loaded with `--import`: writes what the process itself took to MEMORY_FILE, as JSON: the largest memory in megabytes
 * and the CPU time in milliseconds. Children are not counted. With MEMORY_HELD the course of what it holds is added,
 * each time after a collection of garbage: when V8 collects by itself says more of the machine than of the program.
 */
import { writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Children inherit the variables; only the process that was asked about answers.
const file = process.env.MEMORY_FILE;
const held = process.env.MEMORY_HELD;
delete process.env.MEMORY_FILE;
delete process.env.MEMORY_HELD;
delete process.env.NODE_OPTIONS;
if (file) {
  const course = [];
  if (held) {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc');
    setInterval(() => {
      collect();
      course.push(process.memoryUsage().heapUsed / 2 ** 20);
    }, 200).unref();
  }
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    const { maxRSS } = process.resourceUsage();
    writeFileSync(file, JSON.stringify({ largest: maxRSS / 1024, course, cpu: (user + system) / 1000 }));
  });
}
