/** A cassette, or a recording of `mcptest proxy`, that a user names; also what a killed recorder left of one. */
import { readRecorded } from '../../proxy/cassette-record.js';
import type { Cassette } from '../../types/cassette.js';
import { EXIT, McptestError } from '../../util/errors.js';
import { oneLine } from '../../util/text.js';

export async function readCassetteFile(file: string): Promise<Cassette> {
  const cassette = await readRecorded(file);
  if (cassette !== undefined) return cassette;
  throw new McptestError({
    code: 'no-cassette',
    message: `there is no file ${oneLine(file)}`,
    hint: 'Record one with mcptest proxy --record FILE --format cassette.',
    exitCode: EXIT.usage,
  });
}
