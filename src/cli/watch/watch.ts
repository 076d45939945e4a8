/** `run --watch`: runs, then waits for changes and keys until it is told to stop. */
import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { columns } from '../../report/text/columns.js';
import { EXIT, McptestError } from '../../util/errors.js';
import { omitUndefined } from '../../util/omit-undefined.js';
import { ownValue } from '../../util/plain.js';
import { oneLine, visible } from '../../util/text.js';
import { planTests, type WatchedFile, watchedFiles } from '../../verbs/plan.js';
import type { RunInput } from '../../verbs/run.js';
import type { Destination, ReportManner } from '../output/reports.js';
import { tell } from '../output/terminal.js';
import { runOnce } from '../run-once.js';
import { FileWatcher } from './file-watcher.js';
import { openKeyboard } from './keyboard.js';
import { type Choice, WatchLoop } from './watch-loop.js';

const KEYS = '(a all, f failures, p filter, q quit)';

/** The exit code of the last run. */
export async function watchRun(
  input: RunInput,
  targets: Destination[],
  manner: ReportManner = {},
): Promise<number> {
  let code: number = EXIT.ok;
  const keyboard = openKeyboard((key) => loop.key(key));
  const watcher = new FileWatcher((paths) => loop.files(paths));
  const followed = followPlan(input, watcher);
  const loop = new WatchLoop({
    async run(choice) {
      if (choice.why !== '') tell(`\nmcptest: ${oneLine(choice.why)}`);
      try {
        await followed.refresh();
        const report = await runOnce(chosen(input, choice), targets, manner);
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
      const files = await followed.refresh().catch(() => followed.files());
      return files.filter(({ path }) => paths.includes(path)).flatMap(({ ids }) => ids);
    },
    async ask() {
      // What is typed now is the filter, not a key.
      keyboard.pause();
      const text = await askForFilter(input.signal);
      keyboard.listen();
      return text;
    },
    tell: (line) => tell(keyboard.attended ? withKeys(`mcptest: ${line}`) : `mcptest: ${line}`),
    shown: (path) => relative(process.cwd(), path) || path,
  });
  keyboard.listen();
  const stopped = new Promise<'signal'>((stop) => {
    input.signal?.addEventListener('abort', () => stop('signal'), { once: true });
  });
  loop.start();
  const how = await Promise.race([loop.done, stopped]);
  watcher.close();
  keyboard.pause();
  if (how !== 'signal') return code;
  return input.signal?.reason === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted;
}

/** The files of the plan, as the suites stand now; the watcher follows them. */
function followPlan(input: RunInput, watcher: FileWatcher) {
  let known: WatchedFile[] = [];
  return {
    files: () => known,
    async refresh(): Promise<WatchedFile[]> {
      try {
        // The whole plan: what a filter leaves out today may be asked for tomorrow.
        const { plan, workspace } = await planTests({ ...input, ids: undefined, last_failed: false });
        // A server that was deleted, or is being built, comes back.
        const gone = known.filter(({ path }) => !existsSync(path));
        const found = await watchedFiles(plan, workspace);
        known = [...found, ...gone.filter((one) => !found.some(({ path }) => path === one.path))];
        watcher.follow(known.map(({ path }) => path));
        return known;
      } catch (error) {
        watcher.follow([...known.map(({ path }) => path), ...wrongFiles(error, input)]);
        throw error;
      }
    },
  };
}

/** Where somebody mends what could not be planned: the suites that were asked for, and whatever has a mistake. */
function wrongFiles(error: unknown, { paths = ['mcptest.yml', 'mcptest.yaml'] }: RunInput): string[] {
  const problems = (ownValue(error, 'problems') ?? []) as { file: string }[];
  return [...paths, ...problems.map(({ file }) => file)].map((path) => resolve(path));
}

/** `--last-failed` is for the first run; later ones are chosen by what changed or by a key. */
function chosen(input: RunInput, { ids, filter, why }: Choice): RunInput {
  const isFirst = why === '';
  return {
    ...input,
    last_failed: isFirst ? input.last_failed : false,
    ...omitUndefined({ ids, filter }),
  };
}

async function askForFilter(signal: AbortSignal | undefined): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const text = await terminal.question('filter (empty for all): ', { signal }).catch(() => '');
  terminal.close();
  return text;
}

function withKeys(line: string): string {
  const fits = columns(line) + 2 + KEYS.length < (process.stderr.columns ?? 80);
  return `${line}${fits ? '  ' : '\n  '}${KEYS}`;
}
