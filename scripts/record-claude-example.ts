/**
 * Writes examples/claude-cassette/cassettes. Build first. No model is asked: a stand-in on loopback speaks
 * the wire format of Claude and says what stands here, so that anybody can make the same bytes again.
 */
import { cpSync } from 'node:fs';
import { recordClaudeExample } from '../test/lib/claude-example.js';

const cassettes = new URL('../examples/claude-cassette/cassettes', import.meta.url);
cpSync(await recordClaudeExample(), cassettes, { recursive: true });
