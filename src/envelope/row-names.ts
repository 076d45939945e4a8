/** Names as reports show them: with their suite where the rows come from several. Not yet safe to show. */
interface SuiteRow {
  file?: string | undefined;
}

export function rowNames(rows: readonly SuiteRow[]): (name: string, row: SuiteRow) => string {
  const several = new Set(rows.map(({ file }) => file)).size > 1;
  return (name, { file }) => (several && file !== undefined ? `${name} (${file})` : name);
}
