/** A coding agent's side of the front door: the official client, over stdio or HTTP, on the built command. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { cli } from './cli.js';

// biome-ignore lint/suspicious/noExplicitAny: what comes over the wire is looked at, not typed.
export type Answer = Record<string, any>;

export interface AgentOptions {
  cwd: string;
  flags?: string[];
  env?: Record<string, string>;
  url?: string;
  /** The header that a door over HTTP asks for. */
  authorization?: string;
  /** Speak the stateless revision. */
  modern?: boolean;
  /** Another build of the command. */
  cli?: string;
}

export class Agent {
  readonly client: Client;

  constructor(modern = false) {
    const mode = modern ? { pin: '2026-07-28' } : ('legacy' as const);
    this.client = new Client({ name: 'agent', version: '1.0.0' }, { versionNegotiation: { mode } });
  }

  static async start({
    cwd,
    flags = [],
    env = {},
    url,
    authorization,
    modern,
    cli: program = cli,
  }: AgentOptions): Promise<Agent> {
    const agent = new Agent(modern);
    if (url !== undefined) {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      await agent.client.connect(
        new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
      );
      return agent;
    }
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [program, 'mcp-server', ...flags],
      cwd,
      env: { ...(process.env as Record<string, string>), ...env },
      stderr: 'ignore',
    });
    await agent.client.connect(transport);
    return agent;
  }

  /** The whole result, errors included. */
  call(name: string, args: Answer = {}, options: Answer = {}): Promise<Answer> {
    return this.client.callTool(
      { name, arguments: args },
      { timeout: 60_000, ...options },
    ) as Promise<Answer>;
  }

  /** The structured content; throws what an error says. */
  async get(name: string, args: Answer = {}, options: Answer = {}): Promise<Answer> {
    const { isError, content, structuredContent } = await this.call(name, args, options);
    if (isError) throw new Error(content[0].text);
    return structuredContent;
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
