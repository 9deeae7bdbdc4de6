/**
 * The first searches of a process, run before readers come: an engine compiles code that runs often, and until then a
 * search takes several times as long.
 */
import { setImmediate } from 'node:timers/promises'
import type { Chunk } from '../../content/chunk.ts'
import type { Service } from '../../service.ts'

/** Searches until later ones are hardly faster. */
const SEARCHES = 200
/** Results of each, as many as a dialog shows. */
const LIMIT = 10

/**
 * Searches for titles and headings of the content as readers type them: whole, half typed and with a typo. Requests
 * are answered between any two searches. Ends early when the signal aborts or a search fails, which readers will see.
 */
export async function warmUp(
  { search }: Pick<Service, 'search'>,
  chunks: readonly Pick<Chunk, 'title' | 'heading'>[],
  signal: AbortSignal,
): Promise<void> {
  for (let number = 0; number < SEARCHES && !signal.aborted; number += 1) {
    const chunk = chunks[Math.floor((number * chunks.length) / SEARCHES)]
    if (chunk === undefined) return
    const isDone = await search(asTyped(chunk.heading ?? chunk.title, number), LIMIT).then(() => true, () => false)
    if (!isDone) return
    await setImmediate()
  }
}

/** A text in one of three forms, by turns. */
function asTyped(text: string, turn: number): string {
  if (turn % 3 === 0) return text
  return turn % 3 === 1 ? text.slice(0, -2) : text.slice(0, 2) + text.slice(3)
}
