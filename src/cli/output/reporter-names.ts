/** The names of the reporters, for help texts and completion: the reporters themselves load when they render. */
export const REPORTER_NAMES = [
  'pretty',
  'minimal',
  'json',
  'ndjson',
  'junit',
  'tap',
  'github',
  'gitlab',
  'sarif',
  'md',
  'matrix',
  'html',
  'badge',
  'agent',
  'otlp',
] as const;
