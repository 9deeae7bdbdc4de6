/** `ask mcp install`: the configuration of an MCP client with this server in it. */
import { homedir } from 'node:os'
import { basename, relative, resolve } from 'node:path'
import {
  addServer, MCP_CLIENTS, type McpClient, serverLines, type ServerCommand,
} from '../../../addons/setup/init/mcp-client.ts'
import { AskError } from '../../../core/base/errors.ts'
import { parseAddress } from '../../../core/client/request.ts'
import { isFolder } from '../../../core/node/files/path.ts'
import { createProjectFiles } from '../../../core/node/files/project-files.ts'
import { type Arguments, assertOneSource, type Command } from '../../command-line/arguments.ts'
import { FLAGS } from '../../command-line/flags.ts'
import { INSTALLED, isInstalled, PROGRAM } from '../../package-copy.ts'
import { defaultFolder, noFolder } from '../../source/content.ts'
import { confirmChange } from '../../terminal/file-change.ts'
import type { Io } from '../../terminal/io.ts'
import { sanitizeText } from '../../terminal/sanitize.ts'

export const mcpInstallCommand: Command = {
  usage: '',
  summary: 'Add this server to the configuration of a coding agent',
  details: `Shows the change as a diff, asks, and writes the file of the project, or with --user that of
the home folder; claude-desktop and windsurf have only the latter. The server reads --content,
--endpoint or --kg-path; default: the folder that \`ask serve\` serves. A file that can't be edited
safely is not changed, and the lines to add are shown. No key is written.`,
  flags: [FLAGS.client, FLAGS.user, FLAGS.serverName, FLAGS.yes, FLAGS.content, FLAGS.endpoint, FLAGS.kgPath],
  example: 'ask mcp install --client claude --content docs',
  run: install,
}

async function install(args: Arguments, io: Io): Promise<number> {
  const client = clientOf(args)
  assertOneSource(args)
  const { projectFile, userFile } = client
  const isUser = args.has(FLAGS.user) || projectFile === null
  const folder = isUser ? (io.env['HOME'] ?? homedir()) : '.'
  const path = isUser ? (userFile[process.platform] ?? userFile.default) : projectFile
  const server = await serverOf(args, isUser)
  const files = createProjectFiles(folder)
  const before = await files.readText(path)
  const after = addServer(client, server, before)
  const shown = isUser ? `~/${path}` : path
  if (after === null) {
    io.stdout.write(`Add these lines to ${shown}:\n\n${sanitizeText(serverLines(client, server).join('\n'))}\n`)
    const why = 'it has comments, broken syntax, values that would change, or another server of this name'
    throw new AskError('file', `${shown} is not changed: ${why}`)
  }
  return confirmChange({ path, shown, before, after }, files, args.has(FLAGS.yes), io)
}

function clientOf(args: Arguments): McpClient {
  const name = args.text(FLAGS.client)
  const client = MCP_CLIENTS.find((one) => one.name === name)
  if (client !== undefined) return client
  const names = MCP_CLIENTS.map((one) => one.name).join(', ')
  const given = name === null ? 'is missing' : `can't be ${JSON.stringify(name)}`
  throw new AskError('usage', `--client ${given}: give one of ${names}`)
}

/**
 * Paths in the file of a project are relative to the project if possible, because it has another location on other
 * machines. A file of the home folder names everything as a whole, Node as well: a program that is started from the
 * desktop has another folder and another PATH than a terminal.
 */
async function serverOf(args: Arguments, isUser: boolean): Promise<ServerCommand> {
  const [endpoint, kgPath] = [args.text(FLAGS.endpoint), args.has(FLAGS.kgPath) ? args.text(FLAGS.kgPath) : null]
  const pathOf = (path: string) => (isUser ? resolve(path) : path)
  const content = args.text(FLAGS.content) ?? (endpoint === null && kgPath === null ? await defaultFolder() : null)
  // The client would start a server that fails without a reason.
  if (endpoint !== null) parseAddress(endpoint)
  if (content !== null && !(await isFolder(content))) throw new AskError('content', noFolder(content))
  const source = [
    ...(endpoint === null ? [] : ['--endpoint', endpoint]),
    ...(kgPath === null ? [] : ['--kg-path', pathOf(kgPath)]),
    ...(content === null ? [] : ['--content', pathOf(content)]),
  ]
  const [command, program] = isUser ? [process.execPath, PROGRAM] : ['node', programPath()]
  return { name: serverName(args), command, args: [program, 'mcp', ...source] }
}

function serverName(args: Arguments): string {
  const given = args.text(FLAGS.serverName)
  if (given !== null) {
    if (/^[\w-]{1,64}$/.test(given)) return given
    throw new AskError('usage', `--name may have letters, digits, - and _, at most 64, not ${JSON.stringify(given)}`)
  }
  const name = basename(resolve('.')).replace(/[^\w-]+/g, '-').replace(/^-+|(?<!-)-+$/g, '').slice(0, 50)
  return name === '' ? 'docs' : `${name}-docs`
}

/** The path in `node_modules` if that is this copy, a path within the project, else the whole path. */
function programPath(): string {
  if (isInstalled()) return INSTALLED
  const path = relative(resolve('.'), PROGRAM)
  return /^\.\.(?:[\\/]|$)/.test(path) ? PROGRAM : path.replaceAll('\\', '/')
}
