/**
 * `npm run eval:cuts -- [STEP] [--only WAY]`: a session (handshake, list, call) over HTTP, with event streams, over TLS and
 * through a proxy, whose answers are cut at every byte (every STEP bytes where it is given), then silent from every
 * sixteenth byte on. Each ends in time, with the right answer or a failure in words.
 */
import { parseArgs } from 'node:util';
import { type Cut, CutSession, WAYS } from './lib/campaign/cut-session.js';
import { tellFigures } from './lib/campaign/figures.js';
import { untilTold } from './lib/campaign/until-told.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' } },
});
const step = Number(positionals[0] ?? 1);
const SILENT_STEP = 16;
let bad = 0;
const told: string[] = [];
process.on('uncaughtException', (error) => {
  bad += 1;
  console.log(`uncaught: ${error.stack}`);
});

for (const way of untilTold(WAYS.filter((name) => name.startsWith(values.only ?? '')))) {
  const session = await CutSession.open(way);
  const whole = await session.play({ after: Number.POSITIVE_INFINITY, silent: false });
  const bytes = session.passed;
  if (whole !== undefined) tell(way, 'not cut at all', whole);
  const counts = { cut: 0, silent: 0 };
  for (const cut of untilTold(cutsOf(bytes))) {
    counts[cut.silent ? 'silent' : 'cut'] += 1;
    const wrong = await session.play(cut);
    if (wrong !== undefined) tell(way, `${cut.silent ? 'silent from' : 'cut at'} byte ${cut.after}`, wrong);
  }
  session.close();
  const line = `${way}: ${bytes} bytes of answers, cut at ${counts.cut} places, silent from ${counts.silent}`;
  console.log(line);
  told.push(line);
}
tellFigures('cuts', `${bad} sessions hung, were wrong or broke; ${told.join('; ')}`);
process.exitCode = bad === 0 ? 0 : 1;

function* cutsOf(bytes: number): Generator<Cut> {
  for (let after = 0; after < bytes; after += step) yield { after, silent: false };
  for (let after = 0; after < bytes; after += SILENT_STEP * step) yield { after, silent: true };
}

function tell(way: string, where: string, wrong: string): void {
  bad += 1;
  if (bad <= 20) console.log(`${way}, ${where}: ${wrong}`);
}
