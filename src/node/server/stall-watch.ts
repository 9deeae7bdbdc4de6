/**
 * A watch over the connection of a reply: it is broken off when its socket takes no byte for a while, although there is
 * something to take. Progress is read from the socket, since frameworks wrap the response and its callbacks.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { TLSSocket } from 'node:tls'

/** Checks of a connection within the limit; a stalled one is broken off at most one check later. */
const CHECKS = 10

/** A request with its response. */
export interface Exchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
}

/** The watch over one reply. */
export interface StallWatch {
  readonly isClosed: () => boolean
  /** Settles with the response's next event of this name, also if it came before, or when the connection is closed. */
  readonly until: (event: 'drain' | 'finish') => Promise<void>
  readonly stop: () => void
}

/** Watches a reply until `stop()`; breaks its connection off when its socket takes nothing for `stalledMs`. */
export function watchStall({ req, res }: Exchange, stalledMs: number): StallWatch {
  const { socket } = req
  let taken = -1
  let checks = 0
  let wake: () => void = () => undefined

  // Replies that wait for their turn on a connection get no event when it closes: they see it here.
  const timer = setInterval(() => {
    if (isClosed()) return wake()
    const now = socket.bytesWritten - socket.writableLength
    checks = socket.writableLength === 0 || now !== taken ? 0 : checks + 1
    taken = now
    if (checks >= CHECKS) breakOff(req, res)
  }, stalledMs / CHECKS)
  timer.unref()

  function isClosed(): boolean {
    return res.destroyed || socket.destroyed
  }

  function until(event: 'drain' | 'finish'): Promise<void> {
    return new Promise((resolve) => {
      if (isClosed() || (event === 'finish' && res.writableFinished)) return resolve()
      wake = () => {
        res.off(event, wake).off('close', wake)
        resolve()
      }
      res.once(event, wake).once('close', wake)
    })
  }

  return { isClosed, until, stop: () => clearInterval(timer) }
}

/** Closes a connection in the middle of a reply. */
function breakOff({ httpVersionMajor, socket }: IncomingMessage, res: ServerResponse): void {
  const isTcp = httpVersionMajor === 1 && !(socket instanceof TLSSocket) && socket.remoteAddress !== undefined
  // The system holds megabytes of the reply for the client, and only a reset makes it drop them at once.
  if (isTcp) socket.resetAndDestroy()
  else res.destroy()
}
