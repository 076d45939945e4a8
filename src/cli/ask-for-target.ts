/** Which server is meant, asked on a terminal: one that the project declares, a command, or a URL. */
import { createInterface } from 'node:readline/promises';
import type { TargetInput } from '../target/target.js';
import { McptestError } from '../util/errors.js';
import { oneLine } from '../util/text.js';
import type { DeclaredServer } from '../verbs/init.js';

/** What the question is asked for. */
export interface Asking {
  command: 'init' | 'audit';
  /** Above the list. */
  heading: string;
}

/** A server, or names of several where more than one may be meant. */
export type Chosen = Partial<TargetInput> & { servers?: string[] };

/** Puts a question to the user and gives the answer. */
export type Questioner = (question: string) => Promise<string>;

export async function askForTarget(
  declared: DeclaredServer[],
  asking: Asking,
  signal: AbortSignal,
): Promise<Chosen> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await chooseTarget(
      declared,
      asking,
      (question) => terminal.question(question, { signal }),
      (line) => void process.stderr.write(`${line}\n`),
    );
  } catch (error) {
    throw (error as Error).name === 'AbortError' ? noneChosen(asking, error) : error;
  } finally {
    terminal.close();
  }
}

function noneChosen({ command }: Asking, cause?: unknown): McptestError {
  const message = `no server was chosen, so ${command === 'init' ? 'no suite was written' : 'none was started'}`;
  return new McptestError({ code: 'aborted', message, exitCode: 130, cause });
}

const MAX_TRIES = 5;
/** Answers to a question that was not asked; nobody means a program of that name. */
const YES = /^y(es)?$/i;
const NO = /^(no?|q(uit)?|exit)$/i;

export async function chooseTarget(
  declared: DeclaredServer[],
  asking: Asking,
  ask: Questioner,
  tell: (line: string) => void,
): Promise<Chosen> {
  const { command, heading } = asking;
  if (declared.length > 0) tell(heading);
  const names = listServers(declared, tell);
  const takesMany = command === 'audit' && names.length > 1;
  const number = takesMany ? 'Numbers (1, 2), all' : 'A number';
  const wanted =
    names.length > 0
      ? `${number}, a command or a URL: `
      : 'The command that starts your server, or its URL: ';
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const answer = (await ask(wanted)).trim();
    if (NO.test(answer) && !names.includes(answer)) throw noneChosen(asking);
    const meant = meantBy(answer, names, takesMany);
    if (meant !== undefined) return meant;
    tell(
      names.length > 0
        ? `Choose 1 to ${names.length}, or write a command or a URL.`
        : 'Write for example: node server.js',
    );
  }
  throw new McptestError({
    code: 'no-target',
    message: `no server was named in ${MAX_TRIES} tries`,
    hint: `Name it on the command line: mcptest ${command} -- node server.js.`,
  });
}

function meantBy(answer: string, names: readonly string[], takesMany: boolean): Chosen | undefined {
  const chosen = /^\d+$/.test(answer) ? names[Number(answer) - 1] : names.find((name) => name === answer);
  if (chosen !== undefined) return { server: chosen };
  if (YES.test(answer)) return names.length === 1 ? { server: names[0] } : undefined;
  const servers = takesMany ? severalOf(answer, names) : undefined;
  if (servers !== undefined) return { servers };
  if (/^https?:\/\//i.test(answer)) return { url: answer };
  return answer === '' || /^[\d, ]+$/.test(answer) ? undefined : { command: answer };
}

/** `all`, or numbers with commas between them. */
function severalOf(answer: string, names: readonly string[]): string[] | undefined {
  if (answer.toLowerCase() === 'all') return [...names];
  if (!/^\d+(?:[ ,]+\d+)+$/.test(answer)) return undefined;
  const numbers = [...new Set(answer.split(/[ ,]+/).map(Number))];
  const chosen = numbers.map((number) => names[number - 1]);
  return chosen.every((name) => name !== undefined) ? chosen : undefined;
}

/** Numbered, each name once: of two files that declare it the first is meant. */
function listServers(declared: DeclaredServer[], tell: (line: string) => void): string[] {
  const names: string[] = [];
  for (const { name, url, command = [], client } of declared) {
    if (names.includes(name)) continue;
    names.push(name);
    tell(`  ${names.length}  ${oneLine(name)}  ${oneLine(url ?? command.join(' '))}  (${client})`);
  }
  return names;
}
