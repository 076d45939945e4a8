import type { Command } from 'commander';

/** The one word for the place of a registry. */
export function storeOption(command: Command): Command {
  return command.option(
    '--store <store>',
    'the registry: a SQLite file, or postgres://user:password@host/name',
    'registry.db',
  );
}
