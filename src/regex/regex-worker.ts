/**
 * The regular expressions of JavaScript itself, in a thread of their own that is stopped at a deadline.
 * One thread serves all callers, one question at a time; it never keeps the program alive when idle.
 */
import { Worker } from 'node:worker_threads';
import { EXIT, McptestError } from '../util/errors.js';

// Source text and not a file: the published program is a bundle, in which a file of its own would be lost.
const SOURCE = `
const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ pattern, flags, text }) => {
  parentPort.postMessage(new RegExp(pattern, flags).test(text));
});
parentPort.postMessage('ready');
`;

interface Question {
  pattern: string;
  flags: string;
  text: string;
}

let idle: Promise<Worker> | undefined;
let queue: Promise<unknown> = Promise.resolve();

/** Rejects with `regex-timeout` when there is no answer within the deadline. */
export function testInWorker(question: Question, deadlineMs: number): Promise<boolean> {
  const answer = queue.then(() => ask(question, deadlineMs));
  queue = answer.catch(() => undefined);
  return answer;
}

async function ask(question: Question, deadlineMs: number): Promise<boolean> {
  idle ??= start();
  const worker = await idle.catch((error) => {
    idle = undefined;
    throw error;
  });
  worker.ref();
  try {
    // The clock starts with a thread that is ready, so a busy machine does not make a pattern slow.
    return await within(worker, deadlineMs, () => worker.postMessage(question));
  } catch (error) {
    idle = undefined;
    await worker.terminate();
    throw error;
  } finally {
    worker.unref();
  }
}

function within(worker: Worker, deadlineMs: number, post: () => void): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      worker.removeListener('message', onMessage);
      worker.removeListener('error', onError);
    };
    const onMessage = (matched: boolean) => {
      stop();
      resolve(matched);
    };
    const onError = (error: unknown) => {
      stop();
      reject(error);
    };
    const timer = setTimeout(() => {
      onError(
        new McptestError({
          code: 'regex-timeout',
          message: `the regular expression gave no answer within ${deadlineMs} ms`,
          hint: 'Write the pattern without look-around and back-references, then it runs in linear time.',
          exitCode: EXIT.inconclusive,
        }),
      );
    }, deadlineMs);
    worker.on('message', onMessage);
    worker.on('error', onError);
    post();
  });
}

function start(): Promise<Worker> {
  const worker = new Worker(SOURCE, { eval: true, execArgv: [], env: {} });
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', () => {
      worker.removeListener('error', reject);
      worker.unref();
      resolve(worker);
    });
  });
}
