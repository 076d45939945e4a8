/** `run --list`, `--dry-run` and `--watch`: what would run, and on which files it depends. Nothing is started. */
export { planTests } from '../prepare/plan-tests.js';
export { type WatchedFile, watchedFiles } from '../prepare/watched-files.js';
