/** The command that shows one part of an audit by itself. */

/** `command('doctor')`; what goes before the target stands behind it: `command('conformance', '--only C-LIST-004')`. */
export type CommandLine = (name: string, words?: string) => string;

/** `target`: what names the server, `-- node server.js` or `--from tools.json`; it goes last. */
export function commandLine(target: string): CommandLine {
  return (name, words = '') => ['mcptest', name, words, target].filter((part) => part !== '').join(' ');
}
