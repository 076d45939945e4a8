/**
 * Writes the cassettes of examples/claude-cassette and examples/did-it-help-recorded. Build first. No model is asked: a
 * stand-in on loopback speaks the wire format of Claude, so that anybody can make the same bytes again.
 */
import { cpSync } from 'node:fs';
import { recordClaudeExample } from '../test/lib/claude-example.js';
import { recordHelpExample } from '../test/lib/help-example.js';

const cassettesOf = (example: string) => new URL(`../examples/${example}/cassettes`, import.meta.url);
cpSync(await recordClaudeExample(), cassettesOf('claude-cassette'), { recursive: true });
cpSync(await recordHelpExample(), cassettesOf('did-it-help-recorded'), { recursive: true });
