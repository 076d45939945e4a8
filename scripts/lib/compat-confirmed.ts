/** Verdicts of severity error on real servers that a person held against the definition and the source of the fact. */
export const CONFIRMED: { server: string; tool: string; client: string; rule: string; read: string }[] = [];
