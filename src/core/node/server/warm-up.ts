/**
 * Searches that run at the start of a process, before those of readers: until the engine has compiled the code that
 * runs often, a search takes several times as long.
 */
import { setImmediate } from 'node:timers/promises'

/** Number of searches, after which later ones are hardly faster. */
const SEARCHES = 200
/** Results of each search, as many as the dialog requests. */
const LIMIT = 10

/** A section with the names that readers search for. */
interface NamedSection {
  readonly title: string
  readonly heading: string | null
}

/** A service with a search. */
interface Searchable {
  readonly search: (query: string, limit: number) => Promise<unknown>
}

/**
 * Searches for titles and headings of the content as readers type them: complete, incomplete and with a typo. Requests
 * can be handled between two searches. Ends early if the signal aborts or a search fails; the failure is not reported
 * here, because the searches of readers will report it.
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

/** A text complete, incomplete or with a typo, in turn. */
function asTyped(text: string, turn: number): string {
  if (turn % 3 === 0) return text
  return turn % 3 === 1 ? text.slice(0, -2) : text.slice(0, 2) + text.slice(3)
}
