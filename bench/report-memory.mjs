/** Loaded with `--import`: writes the largest memory of the process, in megabytes, to MEMORY_FILE. */
import { writeFileSync } from 'node:fs';

// Children inherit the variables; only the process that was asked about answers.
const file = process.env.MEMORY_FILE;
delete process.env.MEMORY_FILE;
delete process.env.NODE_OPTIONS;
if (file) process.on('exit', () => writeFileSync(file, String(process.resourceUsage().maxRSS / 1024)));
