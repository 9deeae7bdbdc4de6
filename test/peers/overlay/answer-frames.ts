/**
 * Answers as no model behind the service could have them sent, frame by frame: by a server that is broken or hostile,
 * or through a proxy that holds them back. All other answers of this suite come from the real service (see `model.ts`).
 */
import { piecesOf } from './model.ts'

export const SOURCES = [
  { url: '/getting-started/#serve-a-folder', title: 'Getting started', heading: 'Serve a folder', group: 'Guides' },
  { url: '/graph/', title: 'Graph', group: 'Concepts' },
]

/** Writes the events of one answer; resolves when the answer is over. */
export type Frames = (send: (event: string, data: unknown) => void) => Promise<void>

/** A whole answer at once. */
export function framesOf(text: string, sources: readonly object[] = SOURCES): Frames {
  return async (send) => {
    send('search', { query: 'serve a folder' })
    send('sources', { sources, model: 'scripted', mode: 'agentic' })
    for (const piece of piecesOf(text)) send('token', { text: piece })
    send('done', {})
  }
}

/** The bytes of it, as they come. */
export function streamOf(frames: Frames): ReadableStream<string> {
  return new ReadableStream({
    start: (controller) => {
      const send = (event: string, data: unknown) => controller.enqueue(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      void frames(send).then(() => controller.close(), () => undefined)
    },
  })
}
