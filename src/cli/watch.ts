/** `run --watch`: runs, then waits for changes and keys until it is told to stop. */
import { relative } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { columns } from '../report/columns.js';
import { EXIT, McptestError } from '../util/errors.js';
import { oneLine, visible } from '../util/text.js';
import { planTests, type WatchedFile, watchedFiles } from '../verbs/plan.js';
import type { RunInput } from '../verbs/run.js';
import { FileWatcher } from './file-watcher.js';
import type { Destination } from './reports.js';
import { runOnce } from './run-once.js';
import { tell } from './terminal.js';
import { WatchLoop } from './watch-loop.js';

const KEYS = '(a all, f failures, p filter, q quit)';

function withKeys(line: string): string {
  const fits = columns(line) + 2 + KEYS.length < (process.stderr.columns ?? 80);
  return `${line}${fits ? '  ' : '\n  '}${KEYS}`;
}

/** The exit code of the last run. */
export async function watchRun(
  input: RunInput,
  targets: Destination[],
  agentBudget?: number,
): Promise<number> {
  const keyboard = process.stdin.isTTY ? process.stdin : undefined;
  let code: number = EXIT.ok;
  let files: WatchedFile[] = [];
  const look = async (): Promise<WatchedFile[]> => {
    // The whole plan: what a filter leaves out today may be asked for tomorrow.
    const { plan, workspace } = await planTests({ ...input, ids: undefined, last_failed: false });
    files = await watchedFiles(plan, workspace);
    watcher.follow(files.map(({ path }) => path));
    return files;
  };
  const loop = new WatchLoop({
    async run({ ids, filter, why }) {
      if (why !== '') tell(`\nmcptest: ${oneLine(why)}`);
      try {
        await look();
        const first = why === '';
        const choice = {
          ...input,
          ...(first ? {} : { last_failed: false }),
          ...(ids && { ids }),
          ...(filter && { filter }),
        };
        const report = await runOnce(choice, targets, agentBudget);
        code = report.envelope.exit_code;
        await report.closing;
        return report.envelope.results;
      } catch (error) {
        if (!(error instanceof McptestError)) throw error;
        code = error.exitCode;
        const message = `mcptest: ${error.message}`;
        tell(visible(input.redactor?.text(message) ?? message));
        return undefined;
      }
    },
    async touched(paths) {
      const now = await look().catch(() => files);
      return now.filter(({ path }) => paths.includes(path)).flatMap(({ ids }) => ids);
    },
    async ask() {
      // What is typed now is the filter, not a key.
      keyboard?.off('data', onKey);
      keyboard?.setRawMode(false);
      const terminal = createInterface({ input: process.stdin, output: process.stderr });
      const text = await terminal
        .question('filter (empty for all): ', { signal: input.signal })
        .catch(() => '');
      terminal.close();
      listen();
      return text;
    },
    tell: (line) => tell(keyboard ? withKeys(`mcptest: ${line}`) : `mcptest: ${line}`),
    shown: (path) => relative(process.cwd(), path) || path,
  });
  const watcher = new FileWatcher((paths) => loop.files(paths));
  const onKey = (chunk: Buffer): void => {
    for (const key of chunk.toString('utf8')) loop.key(key);
  };
  const listen = (): void => {
    keyboard?.on('data', onKey);
    keyboard?.setRawMode(true);
    keyboard?.resume();
  };
  listen();
  const stopped = new Promise<'signal'>((stop) => {
    input.signal?.addEventListener('abort', () => stop('signal'), { once: true });
  });
  loop.start();
  const how = await Promise.race([loop.done, stopped]);
  watcher.close();
  keyboard?.off('data', onKey);
  keyboard?.setRawMode(false);
  if (how !== 'signal') return code;
  return input.signal?.reason === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted;
}
