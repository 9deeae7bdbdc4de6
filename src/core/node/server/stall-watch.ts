/**
 * A watch over the connection of a reply: the connection is broken off if bytes are waiting and its socket takes none
 * of them for a while. Progress is read from the socket, because frameworks wrap the response and its callbacks.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { TLSSocket } from 'node:tls'

/** Checks of a connection within the time limit. A stalled one is broken off at most one check too late. */
const CHECKS = 10

/** A request with its response. */
export interface Exchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
}

/** The watch over one reply. */
export interface StallWatch {
  readonly isClosed: () => boolean
  /** Resolves at the response's next event of this name, at once if it has finished, or when the connection closes. */
  readonly until: (event: 'drain' | 'finish') => Promise<void>
  readonly stop: () => void
}

/** Watches a reply until `stop()`. Breaks off its connection if its socket takes nothing for `stalledMs`. */
export function watchStall({ req, res }: Exchange, stalledMs: number): StallWatch {
  const { socket } = req
  let taken = -1
  let checks = 0
  let wake: () => void = () => undefined

  // A reply that waits for its turn on a connection gets no event when the connection closes, so it is woken here.
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
  // The system may hold megabytes of the reply for the client. Only a reset makes it drop them at once.
  if (isTcp) socket.resetAndDestroy()
  else res.destroy()
}
