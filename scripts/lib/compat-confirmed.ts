/** Verdicts of severity error on real servers that were held against the definition and the source of the fact. */
interface Confirmed {
  server: string;
  tool: string;
  client: string;
  rule: string;
  read: string;
}

const row = (...[server, tool, client, rule, read]: [string, string, string, string, string]): Confirmed => ({
  server,
  tool,
  client,
  rule,
  read,
});

export const CONFIRMED: Confirmed[] = [
  row(
    'Bitwarden MCP Server',
    'create_item',
    'gemini-api',
    'CLI-028',
    'right: `type` is a number with an enum of 1 to 4',
  ),
  row(
    'chrome_devtools',
    'get_css_styles',
    'copilot-studio',
    'CLI-027',
    'right: `pageSize` has the number 0 under exclusiveMinimum',
  ),
  row(
    '@cyanheads/git-mcp-server',
    'git_clone',
    'llama-cpp',
    'CLI-038',
    'right: `url` has a maxLength of 2048',
  ),
  row(
    'mcp-obsidian',
    'read_notes',
    'mcp-sdk-1',
    'CLI-001',
    'right: the input schema is `$schema` alone; the package refuses the list',
  ),
  row('mcp-obsidian', 'read_notes', 'mcp-sdk-2', 'CLI-001', 'right: as above, with the other package'),
  row('mcp-obsidian', 'read_notes', 'gemini-cli', 'CLI-001', 'right: it lists with SDK 1.x'),
  row('mcp-obsidian', 'read_notes', 'openai-api', 'CLI-032', 'right: there are no properties'),
  row('@postman/postman-mcp-server', 'the list', 'copilot-jetbrains', 'CLI-007', 'right: 204 tools'),
  row(
    '@postman/postman-mcp-server',
    'getWorkspace',
    'llama-cpp',
    'CLI-022',
    'right: the pattern begins with a look ahead',
  ),
  row(
    'twilio-server',
    'TwilioApiV2010--ListCall',
    'claude-api',
    'CLI-017',
    'right: arguments end in `<` and `>`',
  ),
  row(
    'twilio-server',
    'TwilioApiV2010--ListCall',
    'bedrock',
    'CLI-017',
    'right with Claude models; the fact is about them',
  ),
  row(
    'PDF Reader MCP Server',
    'read_pdf',
    'claude-api',
    'CLI-019',
    'right: exclusiveMinimum is true, as draft 04 wrote it',
  ),
  row(
    'QuickChart Server',
    'generate_chart',
    'openai-api',
    'CLI-018',
    'right: `data` is an array and nothing else',
  ),
  row(
    'QuickChart Server',
    'generate_chart',
    'gemini-api',
    'CLI-018',
    'right where the schema goes out as `parameters`',
  ),
  row('QuickChart Server', 'generate_chart', 'vscode', 'CLI-018', 'right: the normaliser fails on it'),
  row(
    'Pulse CN MCP Server',
    '36-krypton-24-hour-hotspots',
    'gemini-api',
    'CLI-008',
    'right: the name begins with a digit',
  ),
  row('AI Agent with MCP', 'Hello Tool', 'claude-api', 'CLI-008', 'right: there is a blank in the name'),
  row(
    'AI Agent with MCP',
    'Hello Tool',
    'goose',
    'CLI-008',
    'right with Anthropic models, where the name goes out as it is',
  ),
  row('Smart-Thinking', 'smartthinking', 'chatgpt', 'CLI-020', 'right: a list of two schemas under items'),
  row('MSSQL Database Connector', 'query', 'claude-api', 'CLI-016', 'right: oneOf at the root'),
  row(
    'RubyGems Metadata Server',
    'get_rubygem_info',
    'openai-api',
    'CLI-031',
    'right: a whole schema was put under properties',
  ),
  row(
    'Automated UI Debuger and Tester',
    'batch_screenshot_urls',
    'claude-api',
    'CLI-011',
    'right: it is listed twice',
  ),
  row(
    'JSON Document Collection Server',
    'connect_json_doc_database_to_cloud',
    'claude-api',
    'CLI-011',
    'right: it is listed twice',
  ),
  row('Postman MCP Server', 'update_object', 'claude-api', 'CLI-011', 'right: it is listed twice'),
  row('Memory Cache Server', 'store_data', 'claude-api', 'CLI-019', 'right: the type of `value` is "any"'),
  row(
    'mcp-image-compression',
    'image_compression',
    'claude-api',
    'CLI-019',
    'right: the type of `urls` is "string[]"',
  ),
  row(
    'Google Workspace MCP Server',
    'search_emails',
    'claude-api',
    'CLI-019',
    'right: `required` of `query` is no list',
  ),
  row(
    'Todoist MCP Server Extended',
    'todoist_update_personal_label',
    'claude-api',
    'CLI-016',
    'right: anyOf at the root',
  ),
  row(
    'box3-engine-openapi-mcp',
    'script.saveOrUpdate',
    'claude-api',
    'CLI-008',
    'right: there is a dot in the name',
  ),
];
