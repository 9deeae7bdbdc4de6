/**
 * The first searches of a process, run before readers come: an engine compiles code that runs often, and until then a
 * search takes several times as long.
 */
import { setImmediate } from 'node:timers/promises'

/** Searches until later ones are hardly faster. */
const SEARCHES = 200
/** Results of each, as many as a dialog shows. */
const LIMIT = 10

/** A section by its names. */
interface NamedSection {
  readonly title: string
  readonly heading: string | null
}

/** The search to be warmed up. */
interface Searchable {
  readonly search: (query: string, limit: number) => Promise<unknown>
}

/**
 * Searches for titles and headings of the content as readers type them: whole, half typed and with a typo. Requests
 * are answered between any two searches. Ends early when the signal aborts or a search fails, which readers will see.
 */
export async function warmUp(
  { search }: Searchable,
  sections: readonly NamedSection[],
  signal: AbortSignal,
): Promise<void> {
  for (let number = 0; number < SEARCHES && !signal.aborted; number += 1) {
    const section = sections[Math.floor((number * sections.length) / SEARCHES)]
    if (section === undefined) return
    const isDone = await search(asTyped(section.heading ?? section.title, number), LIMIT).then(() => true, () => false)
    if (!isDone) return
    await setImmediate()
  }
}

/** A text in one of three forms, by turns. */
function asTyped(text: string, turn: number): string {
  if (turn % 3 === 0) return text
  return turn % 3 === 1 ? text.slice(0, -2) : text.slice(0, 2) + text.slice(3)
}
