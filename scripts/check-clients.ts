/**
 * `npm run check:clients`: the facts that can be measured here, measured again. The official clients from npm, old and
 * new, list malformed tools; Ajv judges input schemas in both dialects. Exit code 1 where a fact no longer holds.
 */
import { measureClients } from '../test/lib/client-samples.js';

const rows = await measureClients();
for (const { what, ours, theirs } of rows)
  console.log(
    `${ours === theirs ? 'holds' : 'WRONG'}  ${what}: ${ours}${ours === theirs ? '' : `, measured: ${theirs}`}`,
  );
const wrong = rows.filter(({ ours, theirs }) => ours !== theirs).length;
console.log(`${rows.length - wrong} of ${rows.length} hold`);
process.exitCode = wrong === 0 ? 0 : 1;
