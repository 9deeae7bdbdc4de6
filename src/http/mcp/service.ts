/**
 * The live service as what MCP's tools read from.
 */
import { createMcpServer, type McpServer } from '../../mcp/server.ts'
import { createTools } from '../../mcp/tools/tools.ts'
import type { Service } from '../../service.ts'
import { type Asker, askContext } from '../answers/question-handler.ts'
import type { HttpRequest } from '../wire/message.ts'

/** What the service needs of the world around it. */
export interface Surroundings {
  /** Clock in milliseconds since 1970. */
  readonly now: () => number
  /** Takes one line for the site's owner. */
  readonly log: (line: string) => void
}

/** What MCP over HTTP is made of. */
export interface McpServiceOptions extends Surroundings {
  readonly ask: Asker
  readonly trustedProxies: number
}

/** A server for each request, so that a question counts for the client that asks it. It costs microseconds. */
export function createServiceMcp(
  service: Service,
  { ask, trustedProxies, now, log }: McpServiceOptions,
): (request: HttpRequest) => McpServer {
  const tools = createTools(null)

  return function serverFor(request) {
    return createMcpServer({
      tools,
      source: {
        knowledge: async () => service,
        ask: (query) => ask({ query, mode: 'agentic' }, askContext(request, trustedProxies)),
      },
      title: null,
      now,
      log,
    })
  }
}
