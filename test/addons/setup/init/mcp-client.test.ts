import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addServer, MCP_CLIENTS, serverLines } from '../../../../src/addons/setup/init/mcp-client.ts'

const SERVER = { name: 'acme-docs', command: 'node', args: ['bin/ask.js', 'mcp'] }
const client = (name: string) => MCP_CLIENTS.find((one) => one.name === name)!

const check = (title: string, name: string, before: string | null, expected: string | null) => {
  test(`addServer() ${title}`, () => assert.equal(addServer(client(name), SERVER, before), expected))
}

const NEW = `{
  "mcpServers": {
    "acme-docs": {
      "command": "node",
      "args": [
        "bin/ask.js",
        "mcp"
      ]
    }
  }
}
`
check('makes the file of claude', 'claude', null, NEW)
check('fills an empty file', 'cursor', ' \n', NEW)
check('fills an empty object', 'cursor', '{}\n', NEW)
check('adds to other servers in their style', 'claude', '{\n\t"mcpServers": {\n\t\t"x": { "command": "x" }\n\t},\n\t"y": 1\n}',
  '{\n\t"mcpServers": {\n\t\t"x": { "command": "x" },\n\t\t"acme-docs": { "command": "node", "args": ["bin/ask.js", "mcp"] }\n\t},\n\t"y": 1\n}')
check('adds a missing list of servers', 'claude', '{\n  "y": 1\n}\n', '{\n  "y": 1,\n  "mcpServers": { "acme-docs": { "command": "node", "args": ["bin/ask.js", "mcp"] } }\n}\n')
check('leaves an equal server as it is', 'claude', NEW, NEW)
check('replaces a server of the same name', 'claude', '{ "mcpServers": { "acme-docs": { "command": "old" }, "x": {} } }\n',
  '{ "mcpServers": { "acme-docs": { "command": "node", "args": ["bin/ask.js", "mcp"] }, "x": {} } }\n')
check('keeps lines and other members of a server', 'claude',
  '{\n\t"mcpServers": {\n\t\t"acme-docs": {\n\t\t\t"args": [\n\t\t\t\t"old.js"\n\t\t\t],\n\t\t\t"env": { "A": "1" },\n\t\t\t"command": "node"\n\t\t}\n\t}\n}\n',
  '{\n\t"mcpServers": {\n\t\t"acme-docs": {\n\t\t\t"args": [\n\t\t\t\t"bin/ask.js",\n\t\t\t\t"mcp"\n\t\t\t],\n\t\t\t"env": {\n\t\t\t\t"A": "1"\n\t\t\t},\n\t\t\t"command": "node"\n\t\t}\n\t}\n}\n')
check('adds members on lines of their own', 'vscode',
  '{\n  "servers": {\n    "acme-docs": {\n      "command": "npx"\n    }\n  }\n}',
  '{\n  "servers": {\n    "acme-docs": {\n      "command": "node",\n      "type": "stdio",\n      "args": [\n        "bin/ask.js",\n        "mcp"\n      ]\n    }\n  }\n}')
check('replaces a server of HTTP as a whole', 'cursor', '{ "mcpServers": { "acme-docs": { "url": "https://x.dev", "env": {} } } }',
  '{ "mcpServers": { "acme-docs": { "command": "node", "args": ["bin/ask.js", "mcp"] } } }')
check('names the type for vscode', 'vscode', '{ "servers": {} }', '{ "servers": { "acme-docs": { "type": "stdio", "command": "node", "args": ["bin/ask.js", "mcp"] } } }')
check('leaves comments alone', 'vscode', '{\n  // mine\n  "servers": {}\n}', null)
check('leaves broken JSON alone', 'claude', '{ "mcpServers": {', null)
check('leaves JSON of another shape alone', 'claude', '[]', null)
check('leaves servers of another shape alone', 'claude', '{ "mcpServers": [] }', null)

const TABLE = '[mcp_servers.acme-docs]\ncommand = "node"\nargs = ["bin/ask.js", "mcp"]\n'
check('makes the file of codex', 'codex', null, TABLE)
check('adds a table at the end', 'codex', 'model = "x" # mine\n\n[mcp_servers.y]\ncommand = "y"\n', `model = "x" # mine\n\n[mcp_servers.y]\ncommand = "y"\n\n${TABLE}`)
check('keeps line breaks of Windows', 'codex', 'a = 1\r\n', `a = 1\r\n\r\n${TABLE.replaceAll('\n', '\r\n')}`)
check('leaves an equal table as it is', 'codex', `a = 1\n${TABLE}`, `a = 1\n${TABLE}`)
check('leaves another table of this name alone', 'codex', '[mcp_servers.acme-docs]\ncommand = "x"\n', null)
check('leaves broken TOML alone', 'codex', '[mcp_servers\n= 3\n', null)

test('serverLines() are what a person would add', () => {
  assert.equal(`${serverLines(client('codex'), SERVER).join('\n')}\n`, TABLE)
  assert.deepEqual(JSON.parse(serverLines(client('vscode'), SERVER).join('\n')), { servers: { 'acme-docs': { type: 'stdio', command: 'node', args: ['bin/ask.js', 'mcp'] } } })
})
