/** The MCP server of the HTTP service: its tools read the live service. */
import { createMcpServer, type McpServer } from '../../mcp/server.ts'
import type { ToolSource } from '../../mcp/tools/tool.ts'
import { createTools } from '../../mcp/tools/tools.ts'
import type { Service } from '../../service.ts'
import { type QuestionHandler, questionContext } from '../answers/question-handler.ts'
import type { HttpRequest } from '../wire/message.ts'

/** Clock and log of the service. */
export interface ServiceDeps {
  /** Clock in milliseconds since 1970. */
  readonly now: () => number
  /** Takes one line for the site's owner. */
  readonly log: (line: string) => void
}

/** Dependencies of MCP over HTTP. */
export interface ServiceMcpDeps extends ServiceDeps {
  readonly ask: QuestionHandler
  readonly trustedProxies: number
}

/** One MCP server for all requests. */
export interface ServiceMcp {
  readonly server: McpServer
  /** The function that asks questions for the client of this request, to which they are counted. */
  readonly askFor: (request: HttpRequest) => NonNullable<ToolSource['ask']>
}

/** The fields of a question besides its query. */
const QUESTION = { mode: 'agentic', detail: false, history: [], filter: {}, view: null } as const

/** The MCP server of a service, whose version may change between two calls. */
export function createServiceMcp(current: () => Service, { ask, trustedProxies, now, log }: ServiceMcpDeps): ServiceMcp {
  const source: ToolSource = { knowledge: async () => current(), origin: null, ask: null, pages: async () => current() }
  return {
    server: createMcpServer({ tools: createTools(null), source, title: null, now, log }),
    askFor: (request) => (query) =>
      ask({ ...QUESTION, query }, questionContext(request, trustedProxies)),
  }
}
