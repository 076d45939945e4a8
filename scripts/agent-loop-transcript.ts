/** Writes examples/mcp-server-config/agent-loop-transcript.jsonl from a real run of the loop. Build first. */
import { writeFileSync } from 'node:fs';
import { runLoop, transcript } from '../test/lib/agent-loop.js';

const file = new URL('../examples/mcp-server-config/agent-loop-transcript.jsonl', import.meta.url);
writeFileSync(file, transcript(await runLoop()));
