/** The configuration of an MCP client -> the same with this server in it. */
import { isObject, parseJson } from '../../base/json.ts'
import { parseToml } from '../../content/frontmatter/toml.ts'
import { appendEntry, insert } from '../config/insertion.ts'
import { formatValue, setMembers } from '../config/member-edit.ts'
import { propertiesOf } from '../config/syntax.ts'
import { readScript, type Script, tokenAt } from '../config/tokens.ts'

/** A client whose configuration can be written. */
export interface McpClient {
  readonly name: string
  /** Path of the file in a project. */
  readonly projectFile: string
  /** Path of the file in the home folder, by platform (`process.platform`); `default` for all others. */
  readonly userFile: Readonly<Record<string, string>> & { readonly default: string }
  /** Key of the servers in a JSON file; null for TOML. */
  readonly key: 'mcpServers' | 'servers' | null
  /** Members of a server besides its command. */
  readonly members: Readonly<Record<string, string>>
}

/** Members of a server that the client reaches over HTTP; it can't have a command as well. */
const REMOTE = ['url', 'serverUrl', 'headers']

/** The clients by their names on the command line. */
export const MCP_CLIENTS: readonly McpClient[] = [
  { name: 'claude', projectFile: '.mcp.json', userFile: { default: '.claude.json' }, key: 'mcpServers', members: {} },
  {
    name: 'cursor',
    projectFile: '.cursor/mcp.json',
    userFile: { default: '.cursor/mcp.json' },
    key: 'mcpServers',
    members: {},
  },
  {
    name: 'vscode',
    projectFile: '.vscode/mcp.json',
    userFile: {
      default: '.config/Code/User/mcp.json',
      darwin: 'Library/Application Support/Code/User/mcp.json',
      win32: 'AppData/Roaming/Code/User/mcp.json',
    },
    key: 'servers',
    members: { type: 'stdio' },
  },
  {
    name: 'codex',
    projectFile: '.codex/config.toml',
    userFile: { default: '.codex/config.toml' },
    key: null,
    members: {},
  },
]

/** The command that starts a server. */
export interface ServerCommand {
  /** Letters, digits, `-` and `_`. */
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
}

/** The new text; null for a file that this program can't edit safely. */
export function addServer(client: McpClient, server: ServerCommand, before: string | null): string | null {
  if (client.key === null) return addTable(server, before ?? '')
  const text = before === null || before.trim() === '' ? '{}\n' : before
  return addMember({ key: client.key, server, value: { ...client.members, ...commandOf(server) } }, text)
}

/** The lines to add by hand. */
export function serverLines({ key, members }: McpClient, server: ServerCommand): string[] {
  if (key === null) return formatTable(server).trimEnd().split('\n')
  return JSON.stringify({ [key]: { [server.name]: { ...members, ...commandOf(server) } } }, null, 2).split('\n')
}

function commandOf({ command, args }: ServerCommand): Record<string, unknown> {
  return { command, args }
}

interface Member {
  readonly key: string
  readonly server: ServerCommand
  readonly value: Readonly<Record<string, unknown>>
}

/**
 * Adds or replaces a member of the object at `key`, in the style of the file. Of a server that is started by a command,
 * other members stay, such as its variables.
 */
function addMember({ key, server: { name }, value }: Member, text: string): string | null {
  const parsed = parseJson(text.replace(/^\uFEFF/, ''))
  const script = isObject(parsed) ? readScript(text) : null
  if (script === null || !isObject(parsed)) return null
  const servers = parsed[key]
  const lines = memberLines(name, value)
  if (servers === undefined) {
    return insert(text, appendEntry(script, 0, [`${JSON.stringify(key)}: {`, ...lines.map((line) => `\t${line}`), '}']))
  }
  const open = isObject(servers) ? valueOf(script, 0, key) : null
  if (open === null || !isObject(servers)) return null
  if (!Object.hasOwn(servers, name)) return insert(text, appendEntry(script, open, lines))
  if (JSON.stringify(servers[name]) === JSON.stringify(value)) return text
  const present = propertiesOf(script, open).findLast((property) => property.key === name)
  if (typeof present?.value !== 'number') return null
  const server = servers[name]
  if (isObject(server) && !REMOTE.some((member) => Object.hasOwn(server, member))) {
    return setMembers(script, present.value, { present: server, members: value })
  }
  const [start, end] = [tokenAt(script, present.value).start, tokenAt(script, present.last).end]
  return text.slice(0, start) + formatValue(value) + text.slice(end)
}

function valueOf(script: Script, open: number, key: string): number | null {
  return propertiesOf(script, open).findLast((property) => property.key === key)?.value ?? null
}

/** A member of an object in lines, indented with tabs. */
function memberLines(name: string, value: Readonly<Record<string, unknown>>): string[] {
  const members = Object.entries(value).map(([key, item]) => `\t${JSON.stringify(key)}: ${formatValue(item)}`)
  return [`${JSON.stringify(name)}: {`, ...members.map((line, i) => (i < members.length - 1 ? `${line},` : line)), '}']
}

/** Adds a table at the end; null if there is one of this name, or the text can't be read. */
function addTable(server: ServerCommand, text: string): string | null {
  const lines = formatTable(server)
  if (text.replaceAll('\r\n', '\n').includes(lines)) return text
  const { data, warnings } = parseToml(text.replaceAll('\r\n', '\n'), 1)
  const servers = data.get('mcp_servers')
  const isPresent = servers instanceof Map && servers.has(server.name)
  if (warnings.length > 0 || isPresent || (servers !== undefined && !(servers instanceof Map))) return null
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n'
  const kept = text.trimEnd()
  return (kept === '' ? '' : kept + lineBreak.repeat(2)) + lines.replaceAll('\n', lineBreak)
}

function formatTable({ name, command, args }: ServerCommand): string {
  const list = args.map((argument) => JSON.stringify(argument)).join(', ')
  return `[mcp_servers.${name}]\ncommand = ${JSON.stringify(command)}\nargs = [${list}]\n`
}
