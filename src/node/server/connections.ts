/** The open connections of a server, with their unfinished replies: a server that stops waits for these. */
import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** Each open connection with its unfinished replies, seldom more than one. */
export type Connections = Map<Duplex, ServerResponse[]>

/** The open connections of a server from now on, without replies; the caller adds and removes these. */
export function trackConnections(server: Server): Connections {
  const connections: Connections = new Map()
  server.on('connection', (socket: Socket) => {
    connections.set(socket, [])
    socket.once('close', () => connections.delete(socket))
  })
  return connections
}

/** Time limits of a stop, in milliseconds, and the controller that aborts replies. */
export interface StopOptions {
  /** Time for replies under way. */
  readonly graceMs: number
  /** Time after `graceMs` for streams to report that they end early. */
  readonly closeMs: number
  /** Is aborted after `graceMs`. */
  readonly stopping: AbortController
}

/** Stops a server. Resolves when all of its connections are closed. */
export async function stopServer(
  server: Server,
  connections: Connections,
  { graceMs, closeMs, stopping }: StopOptions,
): Promise<void> {
  const closed = once(server, 'close')
  // The close of node:http would also destroy connections whose reply is written but not yet sent.
  NetServer.prototype.close.call(server)
  for (const [socket, replies] of connections) {
    if (replies.length === 0) socket.destroy()
    for (const reply of replies) if (!reply.headersSent) reply.setHeader('connection', 'close')
  }
  const abortTimer = setTimeout(() => stopping.abort(), graceMs)
  const destroyTimer = setTimeout(() => destroyAll(connections), graceMs + closeMs)
  await closed
  clearTimeout(abortTimer)
  clearTimeout(destroyTimer)
  // Stops the timer of node:http; nothing else is left to close.
  server.close()
}

function destroyAll(connections: Connections): void {
  for (const socket of connections.keys()) socket.destroy()
}
