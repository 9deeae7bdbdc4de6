/** A client that writes bytes as told, for requests that no HTTP client would send. */
import { once } from 'node:events'
import { connect } from 'node:net'

export type RawClient = Awaited<ReturnType<typeof rawClient>>

/** Connects to a port of this machine from one of its addresses and sends `text`. */
export async function rawClient(port: number, text = '', localAddress = '127.0.0.1') {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  let all = ''
  socket.setEncoding('latin1')
  socket.on('data', (piece: string) => (all += piece))
  // A reset is one of the ways a server closes; what was received stands.
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await once(socket, 'connect')
  socket.write(text)

  /** Resolves as soon as what was received holds `text`. */
  async function received(wanted: string): Promise<string> {
    while (!all.includes(wanted)) {
      if (socket.closed) throw new Error(`The connection closed after ${JSON.stringify(all)}`)
      await Promise.race([once(socket, 'data'), closed])
    }
    return all
  }
  return {
    write: (more: string) => void socket.write(more),
    received,
    /** Everything received, once the connection is closed by either side. */
    rest: async () => {
      socket.resume()
      await closed
      return all
    },
    /** Stops reading what comes. */
    pause: () => void socket.pause(),
    /** Resets the connection once what was written has left. */
    reset: () => void socket.write('', () => socket.resetAndDestroy()),
    /** Goes away without a word. */
    leave: () => void socket.destroy(),
  }
}
