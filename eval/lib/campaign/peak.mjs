/** Loaded with `--import`: at the end the most memory that the process held goes into the file of PEAK_FILE, in kB. */
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  if (process.env.PEAK_FILE) writeFileSync(process.env.PEAK_FILE, String(process.resourceUsage().maxRSS));
});
