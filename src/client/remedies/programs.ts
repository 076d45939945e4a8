/** Programs that servers are started with: where each comes from. */
const PROGRAMS: Record<string, string> = {
  npx: 'Install Node.js (https://nodejs.org), which brings npx.',
  npm: 'Install Node.js (https://nodejs.org), which brings npm.',
  node: 'Install Node.js (https://nodejs.org).',
  bun: 'Install Bun (https://bun.sh).',
  bunx: 'Install Bun (https://bun.sh).',
  deno: 'Install Deno (https://deno.com).',
  pnpm: 'Install pnpm: npm install --global pnpm.',
  tsx: 'Install tsx: npm install --save-dev tsx.',
  'ts-node': 'Install ts-node: npm install --save-dev ts-node.',
  uvx: 'Install uv (https://docs.astral.sh/uv), which brings uvx.',
  uv: 'Install uv (https://docs.astral.sh/uv).',
  pipx: 'Install pipx (https://pipx.pypa.io).',
  pip: 'Install Python 3, which brings pip.',
  python: 'Install Python, or say python3.',
  python3: 'Install Python 3.',
  docker: 'Install Docker and start it.',
  podman: 'Install Podman (https://podman.io).',
  java: 'Install Java (https://adoptium.net).',
  dotnet: 'Install .NET (https://dotnet.microsoft.com).',
  go: 'Install Go (https://go.dev).',
  cargo: 'Install Rust (https://rustup.rs), which brings cargo.',
  ruby: 'Install Ruby (https://www.ruby-lang.org).',
};

/** What brings a well-known program, whatever its ending. */
export function knownProgram(program: string): string | undefined {
  const name = program.replace(/\.(exe|cmd)$/i, '');
  return Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
}
