/** `ask mcp`: search and knowledge as tools for coding agents, over stdio. */
import { resolve } from 'node:path'
import { failureLine } from '../../core/base/errors.ts'
import { parseAddress } from '../../core/client/request.ts'
import { createMcpServer } from '../../core/mcp/server.ts'
import { createSession } from '../../core/mcp/session.ts'
import type { ToolSource } from '../../core/mcp/tools/tool.ts'
import { createTools } from '../../core/mcp/tools/tools.ts'
import { createLiveKnowledge } from '../../core/node/graph/graph-file.ts'
import { keepHeapSmall, serveStdio } from '../../core/node/server/stdio.ts'
import { once, type Service } from '../../core/service.ts'
import { resolveGenerator } from '../../core/settings.ts'
import { type Arguments, assertOneSource, type Command, readsStore } from '../command-line/arguments.ts'
import { CONTENT_FLAGS, FLAGS } from '../command-line/flags.ts'
import { type Io, ownerLog } from '../terminal/io.ts'

/** Time for the process to end by itself. */
const LINGER_MS = 100

export const mcpCommand: Command = {
  usage: '',
  summary: 'Offer search and knowledge to coding agents (MCP over stdio)',
  details: `Clients such as Claude Code, Cursor or VS Code start it. It reads the graph file again whenever that
changes. With --content it reads a folder instead, once, and offers its pages as resources; with
--search-url, or ASK_SEARCH_URL, a search engine.
Questions are answered only with --endpoint. \`ask mcp install\` writes a client's configuration.`,
  flags: [
    FLAGS.endpoint, FLAGS.kgPath, FLAGS.content, FLAGS.searchUrl, FLAGS.index, ...CONTENT_FLAGS, FLAGS.maxResultBytes,
  ],
  example: 'claude mcp add acme-docs -- ask mcp --endpoint https://docs.acme.dev',
  async run(args, io) {
    keepHeapSmall()
    const source = await openSource(args, io)
    const maxResultBytes = args.number(FLAGS.maxResultBytes)
    const log = ownerLog(io)
    // It opens during the handshake. Without it the server starts all the same: each call tries again.
    const opened = source.knowledge(new AbortController().signal)
    opened.catch((error: unknown) => log(failureLine('Nothing to read yet', error)))
    const title = await titleOf(args)
    const server = createMcpServer({ tools: createTools(title), source, title, maxResultBytes, now: io.now, log })
    if (process.stdin.isTTY) log('`ask mcp` reads JSON-RPC from stdin: an MCP client should start it')
    await serveStdio((send) => createSession(server, send), io.stopSignal())
    // An open connection of a call must not keep the process alive.
    setTimeout(() => process.exit(0), LINGER_MS).unref()
  },
}

/** The name by which an agent knows this server among others. */
async function titleOf(args: Arguments): Promise<string | null> {
  const [endpoint, folder] = [args.text(FLAGS.endpoint), args.text(FLAGS.content)]
  const title = args.text(FLAGS.siteTitle) ?? (endpoint === null ? null : new URL(parseAddress(endpoint)).host)
  if (title !== null || folder === null) return title
  // That of the site's configuration, for which no page is read.
  const { findSiteRules } = await import('../../core/node/content/site-rules.ts')
  const generator = args.text(FLAGS.generator)
  return (await findSiteRules(folder, generator === null ? null : resolveGenerator(generator))).rules.siteTitle
}

async function openSource(args: Arguments, io: Io): Promise<ToolSource> {
  const [endpoint, folder] = [args.text(FLAGS.endpoint), args.text(FLAGS.content)]
  assertOneSource(args, [FLAGS.siteTitle])
  if (folder !== null || readsStore(args, io)) {
    const open = once(async (): Promise<Service> => {
      // The code that reads them is loaded for no other source.
      const { openContent, openStore } = await import('../source/knowledge.ts')
      return (await (folder === null ? openStore(args, io) : openContent(folder, args, io))).service
    })
    return { knowledge: open, origin: null, ask: null, pages: open }
  }
  if (endpoint === null) {
    const knowledge = createLiveKnowledge(resolve(args.text(FLAGS.kgPath)))
    return { knowledge: () => knowledge(), origin: null, ask: null }
  }
  const { createEndpointSource } = await import('../../core/client/endpoint.ts')
  return createEndpointSource(endpoint, io.fetch)
}
