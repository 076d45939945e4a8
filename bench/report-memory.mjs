/**
 * Loaded with `--import`: writes what the process itself took to MEMORY_FILE, as JSON: the largest memory
 * and its course in megabytes, and the CPU time in milliseconds. Children are not counted.
 */
import { writeFileSync } from 'node:fs';

// Children inherit the variables; only the process that was asked about answers.
const file = process.env.MEMORY_FILE;
delete process.env.MEMORY_FILE;
delete process.env.NODE_OPTIONS;
if (file) {
  const course = [];
  setInterval(() => course.push(process.memoryUsage.rss() / 2 ** 20), 50).unref();
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    const { maxRSS } = process.resourceUsage();
    writeFileSync(file, JSON.stringify({ largest: maxRSS / 1024, course, cpu: (user + system) / 1000 }));
  });
}
