/** Whether a build server runs us, by the variable that they all set. */
export function isCi(env: Record<string, string | undefined>): boolean {
  return env.CI !== undefined && !['', '0', 'false'].includes(env.CI);
}
