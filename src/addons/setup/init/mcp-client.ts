/** The configuration of an MCP client -> the same with this server in it. */
import { isObject, parseJsonObject } from '../../../core/base.ts'
import { parseToml } from '../../../core/content.ts'
import { editJson } from './insertion.ts'

export interface McpClient {
  readonly name: string
  /** Path of the file in a project; null for a client that has none. */
  readonly projectFile: string | null
  /** Path of the file in the home folder, by platform (`process.platform`); `default` for all others. */
  readonly userFile: Readonly<Record<string, string>> & { readonly default: string }
  /** Key of the servers in a JSON file; null for TOML. */
  readonly key: string | null
  /** Members of a server besides its command. */
  readonly members: Readonly<Record<string, string>>
}

/** Members of a server that the client reaches over HTTP; it can't have a command as well. */
const REMOTE = ['url', 'serverUrl', 'headers']

/** The clients by their names on the command line, with the files that their documentation names. */
export const MCP_CLIENTS: readonly McpClient[] = [
  row('claude', '.mcp.json', '.claude.json'),
  row('claude-desktop', null, inApplications('Claude', 'claude_desktop_config.json')),
  row('cursor', '.cursor/mcp.json', '.cursor/mcp.json'),
  row('vscode', '.vscode/mcp.json', inApplications('Code', 'User/mcp.json'), 'servers', { type: 'stdio' }),
  row('codex', '.codex/config.toml', '.codex/config.toml', null),
  row('gemini', '.gemini/settings.json', '.gemini/settings.json'),
  row('windsurf', null, '.codeium/windsurf/mcp_config.json'),
  row('zed', '.zed/settings.json', {
    default: '.config/zed/settings.json', win32: 'AppData/Roaming/Zed/settings.json',
  }, 'context_servers'),
]

function row(
  name: string,
  projectFile: string | null,
  user: string | McpClient['userFile'],
  key: string | null = 'mcpServers',
  members: McpClient['members'] = {},
): McpClient {
  return { name, projectFile, userFile: typeof user === 'string' ? { default: user } : user, key, members }
}

/** A file of a program of the desktop, in the folder that the platform has for these. */
function inApplications(program: string, file: string): McpClient['userFile'] {
  const path = `${program}/${file}`
  return {
    default: `.config/${path}`, darwin: `Library/Application Support/${path}`, win32: `AppData/Roaming/${path}`,
  }
}

export interface ServerCommand {
  /** Letters, digits, `-` and `_`. */
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
}

/** The new text; null for a file that this program can't edit safely. */
export function addServer(client: McpClient, server: ServerCommand, before: string | null): string | null {
  const isEmpty = before === null || /^\s*(?:\{\s*\}\s*)?$/.test(before)
  if (client.key === null) return addTable(server, before ?? '')
  return isEmpty ? `${serverLines(client, server).join('\n')}\n` : addMember(client.key, client, server, before)
}

/** The lines to add by hand. */
export function serverLines(client: McpClient, server: ServerCommand): string[] {
  if (client.key === null) return formatTable(server).trimEnd().split('\n')
  return JSON.stringify({ [client.key]: { [server.name]: membersOf(client, server) } }, null, 2).split('\n')
}

function membersOf({ members }: McpClient, { command, args }: ServerCommand): Record<string, unknown> {
  return { ...members, command, args }
}

/** The file with the server in the object at `key`; one that is started by a command keeps its other members. */
function addMember(key: string, client: McpClient, server: ServerCommand, text: string): string | null {
  const { [key]: servers = {} } = { ...parseJsonObject(text.replace(/^\uFEFF/, '')) }
  if (!isObject(servers)) return null
  const present = servers[server.name]
  const keepsNothing = !isObject(present) || REMOTE.some((member) => Object.hasOwn(present, member))
  const members = { ...(keepsNothing ? {} : present), ...membersOf(client, server) }
  if (JSON.stringify(present) === JSON.stringify(members)) return text
  return editJson(text, (json) => ({ ...json, [key]: { ...servers, [server.name]: members } }))
}

/** Adds a table at the end; null if there is one of this name, or the text can't be read. */
function addTable(server: ServerCommand, text: string): string | null {
  const lines = formatTable(server)
  if (text.replaceAll('\r\n', '\n').includes(lines)) return text
  const { data, warnings } = parseToml(text.replaceAll('\r\n', '\n'), 1)
  const servers = data.get('mcp_servers')
  const isPresent = servers instanceof Map && servers.has(server.name)
  // `mcp_servers = { … }` may not go on in a table.
  const isInline = /^[ \t]*(["']?)mcp_servers\1[ \t]*=/m.test(text)
  if (warnings.length > 0 || isPresent || isInline || (servers !== undefined && !(servers instanceof Map))) return null
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n'
  const kept = text.trimEnd()
  return (kept === '' ? '' : kept + lineBreak.repeat(2)) + lines.replaceAll('\n', lineBreak)
}

function formatTable({ name, command, args }: ServerCommand): string {
  const list = args.map((argument) => JSON.stringify(argument)).join(', ')
  return `[mcp_servers.${name}]\ncommand = ${JSON.stringify(command)}\nargs = [${list}]\n`
}
