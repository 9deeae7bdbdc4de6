/**
 * Text of an event stream, in pieces -> its messages. Smaller than sse/parse, since
 * it has to be loaded by every reader: ids and times to reconnect mean nothing here, and bytes come decoded.
 */

/** UTF-16 units of one message; of a longer one only the end is kept, which is no JSON any more. */
const MAX_MESSAGE_LENGTH = 1_048_576

/** Takes the pieces; `onMessage` gets the event's name and its data. */
export function createFrameReader(onMessage: (event: string, data: string) => void): (piece: string) => void {
  let rest = ''
  return function read(piece) {
    const frames = (rest + piece).split(/\r?\n\r?\n/)
    rest = frames.pop()!.slice(-MAX_MESSAGE_LENGTH)
    for (const frame of frames) onMessage(fieldsOf(frame, 'event'), fieldsOf(frame, 'data'))
  }
}

function fieldsOf(frame: string, name: string): string {
  const lines = frame.split(/\r?\n/).filter((line) => line.startsWith(`${name}:`))
  return lines.map((line) => line.slice(name.length + 1).replace(/^ /, '')).join('\n')
}
