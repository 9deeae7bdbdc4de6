/** The socket of a request -> the host name of its server, if the server listens on loopback only. */
import { Server, type Socket } from 'node:net'
import { isLoopbackAddress, parseHost } from '../../http/wire/host-name.ts'

/** Name of the loopback address that a server listens on, as `parseHost` returns it; null for any other address. */
export type FindLoopbackHost = (socket: Socket) => string | null

/** A finder that asks each server once. `host` is the name that the server was started with, null if unknown. */
export function createLoopbackFinder(host: string | null): FindLoopbackHost {
  const hosts = new WeakMap<Server, string | null>()

  return function findLoopbackHost(socket) {
    // Not the local address of the socket: a server on all addresses can also be reached over loopback.
    const server: unknown = Reflect.get(socket, 'server')
    if (!(server instanceof Server)) return null
    const cached = hosts.get(server)
    if (cached !== undefined) return cached
    const address = server.address()
    // Null after the server has stopped listening; a string for a Unix socket.
    if (typeof address !== 'object' || address === null) return null
    const name = isLoopbackAddress(address.address) ? parseHost(host ?? '') ?? 'localhost' : null
    hosts.set(server, name)
    server.once('close', () => hosts.delete(server))
    return name
  }
}
