/** `ask mcp`: the tools for coding agents, over stdio. */
import { parseAddress } from '../../client/address.ts'
import { AskError } from '../../base/errors.ts'
import { MAX_RESULT_BYTES } from '../../mcp/tools/bounds.ts'
import { createMcpServer } from '../../mcp/server.ts'
import { createSession } from '../../mcp/session.ts'
import type { ToolSource } from '../../mcp/tools/tool.ts'
import { createTools } from '../../mcp/tools/tools.ts'
import { keepHeapSmall } from '../../node/server/heap.ts'
import { createLiveKnowledge } from '../../node/graph/live-knowledge.ts'
import { serveStdio } from '../../node/server/stdio.ts'
import type { Arguments } from '../command-line/arguments.ts'
import type { Command } from '../command-line/command.ts'
import { DEFAULT_GRAPH_PATH, KG_PATH_FLAG } from '../command-line/flags.ts'
import type { Io } from '../terminal/io.ts'
import { safeLine } from '../terminal/sanitize.ts'

/** Least and most bytes of one result that can be asked for. */
const RESULT_BYTES: readonly [number, number] = [4_000, 1_000_000]
/** Time in which what is left of the process may end by itself. */
const LINGER_MS = 100

export const mcpCommand: Command = {
  name: 'mcp',
  takes: '',
  words: [0, 0],
  summary: 'Offer search and knowledge to coding agents (MCP over stdio)',
  details: 'Clients such as Claude Code, Cursor or VS Code start it. A rebuilt graph file is seen at once.',
  flags: [
    { name: 'endpoint', value: 'URL', help: 'Read from a deployed service, which can also answer' },
    KG_PATH_FLAG,
    { name: 'site-title', value: 'TITLE', help: 'Name of the site, told to the agent' },
    {
      name: 'max-result-bytes',
      value: 'N',
      range: RESULT_BYTES,
      help: `Most bytes of one result, ${RESULT_BYTES[0]} to ${RESULT_BYTES[1]} (default ${MAX_RESULT_BYTES})`,
    },
  ],
  example: `$ claude mcp add acme-docs -- ask mcp --endpoint https://docs.acme.dev
Added stdio MCP server acme-docs …`,
  async run(args, io) {
    keepHeapSmall()
    const source = await openSource(args, io)
    const maxResultBytes = args.number('max-result-bytes') ?? MAX_RESULT_BYTES
    const log = (line: string) => io.stderr.write(`${safeLine(line)}\n`)
    const title = titleOf(args)
    const server = createMcpServer({ tools: createTools(title), source, title, maxResultBytes, now: io.now, log })
    if (process.stdin.isTTY) log('ask mcp reads JSON-RPC from stdin: it is meant to be started by an MCP client')
    await serveStdio((send) => createSession(server, send), io.stopSignal())
    // Nothing that a call has left behind may keep the process.
    setTimeout(() => process.exit(0), LINGER_MS).unref()
    return 0
  },
}

/** An agent with several servers tells them apart by this. */
function titleOf(args: Arguments): string | null {
  const endpoint = args.text('endpoint')
  return args.text('site-title') ?? (endpoint === null ? null : new URL(parseAddress(endpoint)).host)
}

async function openSource(args: Arguments, { fetch }: Io): Promise<ToolSource> {
  const endpoint = args.text('endpoint')
  if (endpoint !== null && args.has('kg-path')) {
    throw new AskError('usage', '--endpoint and --kg-path name two sources: give one')
  }
  if (endpoint === null) {
    const knowledge = createLiveKnowledge(args.text('kg-path') ?? DEFAULT_GRAPH_PATH)
    return { knowledge: () => knowledge(), ask: null }
  }
  const { createEndpointSource } = await import('../../client/source.ts')
  return createEndpointSource(endpoint, fetch)
}
