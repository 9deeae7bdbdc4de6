/**
 * The live service as what MCP's tools read from.
 */
import { createMcpServer, type McpServer } from '../mcp/server.ts'
import { createTools } from '../mcp/tools.ts'
import type { Service } from '../service.ts'
import { keywordResponse } from './keyword.ts'

/** What a server needs of the world around it. */
export interface Surroundings {
  /** Clock in milliseconds. */
  readonly now: () => number
  /** Takes one line for the site's owner. */
  readonly log: (line: string) => void
}

/** An MCP server that answers as the routes do, to queries of at most `maxQueryCodePoints`. */
export function createServiceMcp(service: Service, maxQueryCodePoints: number, { now, log }: Surroundings): McpServer {
  return createMcpServer({
    tools: createTools(null),
    source: {
      knowledge: async () => service,
      ask: async (query) => {
        const response = await keywordResponse(service, { query, mode: 'agentic' }, maxQueryCodePoints)
        return { type: 'keyword', response }
      },
    },
    title: null,
    now,
    log,
  })
}
