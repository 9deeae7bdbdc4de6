/** Ports of this machine. */
import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { createServer, type Server } from 'node:net'
import type { Handler } from '../../src/core/http/wire/message.ts'
import { type ListenOptions, type RunningServer, startServer } from '../../src/core/node/server/server.ts'

/** A test, or a file of tests, which ends. */
interface Ending {
  readonly after: (end: () => unknown) => void
}

/** Has a server listen on a port of its own, which is given back. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** The same until the test ends, whatever is under way then. */
export async function listenFor(t: Ending, server: HttpServer): Promise<number> {
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return listen(server)
}

/** A port that nothing listens on, for programs that are not ours: another process may take it before them. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  server.close()
  await once(server, 'close')
  return port
}

/** A server of ours for a handler, until the test ends, whatever is under way then. */
export async function startFor(
  t: Ending,
  handler: Handler,
  options: Partial<ListenOptions> = {},
): Promise<RunningServer> {
  const server = await startServer(handler, { host: '127.0.0.1', port: 0, limits: { graceMs: 0 }, ...options })
  t.after(() => server.stop())
  return server
}
