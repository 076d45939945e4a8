/** `npm run messages`: every text that the program says, by room, with its file and line. `--kind error` shows one kind. */
import { fileURLToPath } from 'node:url';
import { groupBy } from '../src/util/group-by.js';
import { collectMessages } from './lib/messages/collect.js';
import { readSources } from './lib/shape/source-files.js';

const at = process.argv.indexOf('--kind');
const kind = at < 0 ? undefined : process.argv[at + 1];
const sources = readSources(fileURLToPath(new URL('../src', import.meta.url)));
const messages = collectMessages(sources).filter((message) => kind === undefined || message.kind === kind);
for (const [room, inRoom] of groupBy(messages, (message) => message.room)) {
  console.log(`\n${room} (${inRoom.length})`);
  for (const { file, line, kind: own, text } of inRoom)
    console.log(`  ${file}:${line}  ${own.padEnd(7)}  ${text.replace(/\s*\n\s*/g, ' ⏎ ')}`);
}
console.log(`\n${messages.length} texts`);
