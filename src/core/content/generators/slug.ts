/**
 * Heading text -> the id of its heading. The rule is github-slugger's
 * (2.0), which GitHub, Astro and Docusaurus share: lower case, only letters,
 * marks, digits, connectors, `-` and spaces stay, each space becomes `-`.
 * Nothing is trimmed, collapsed or normalized. Letters that are newer than
 * Unicode 13 stay too.
 */

const NOT_ASCII = /[^\0-\x7f]/
/** The same as the next pattern for a text of ASCII, and faster. */
const DROPPED_ASCII = /[^\w\- ]/g
const DROPPED = /[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]/gu

/** The id of a heading, not yet unique on its page; empty if ids may hold no character of the text. */
export function slug(text: string): string {
  return text.toLowerCase().replace(NOT_ASCII.test(text) ? DROPPED : DROPPED_ASCII, '').replaceAll(' ', '-')
}

/** A `slug()` for the headings of one page in order: to an id that is taken the next free number is added. */
export function createSlugger(): (text: string) => string {
  const occurrences = new Map<string, number>()

  return function uniqueSlug(text) {
    const wanted = slug(text)
    let result = wanted
    let count = occurrences.get(wanted)
    if (count !== undefined) {
      while (occurrences.has(result)) {
        count += 1
        result = `${wanted}-${count}`
      }
      occurrences.set(wanted, count)
    }
    occurrences.set(result, 0)
    return result
  }
}
