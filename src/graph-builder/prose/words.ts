/**
 * The words of a text as readers see them (whole, in lower case), and their
 * inverse document frequency (idf) over the sections of the site.
 */

/** Up to 40 letters and digits with the marks between them; longer runs are split. */
const WORD = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}_'’.-]{0,38}[\p{L}\p{N}\p{M}_])?/gu

/** Stop words of English, the language of most documentation. */
const STOP_WORDS = new Set(`
  a about above after again all allow allows also although always am an and any are aren't as at be because been
  before being below between both but by can can't cannot could did do does doesn't doing don't done each either
  else etc even every example few first following for from further get gets given had has have having here how
  however i if in instead into is isn't it it's its itself just keep know let let's like look made make makes many
  may means might more most much must my need needs never new next no nor not now of off often on once one only or
  other our out over own per please provide provides rather same see set sets several should shown simply since so
  some still such sure take than that that's the their them then there these they they're this those through to
  too two under until up us use used uses using very via want was way we well were what when where whether which
  while who whose why will with within without won't would yes yet you you'd you'll you're you've your anyone
  anything everyone everything nothing someone something e.g i.e
`.trim().split(/\s+/))

/** Word counts of a site. */
export interface WordStats {
  /** The idf of a word: 0 for a word in every section. */
  readonly idf: (word: string) => number
}

/** The words of a text in order, in lower case, without marks at their end. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? []
}

/** True for a word that can be a topic: no stop word, number or single letter. */
export function isContentWord(word: string): boolean {
  if (word.length < 2 || /^[\d_.-]+$/.test(word)) return false
  return !STOP_WORDS.has(word.includes('’') ? word.replaceAll('’', "'") : word)
}

/** Counts the texts that have each word. */
export function countWords(texts: Iterable<string>): WordStats {
  const counts = new Map<string, { texts: number; last: number }>()
  let size = 0
  for (const text of texts) {
    size += 1
    for (const word of wordsOf(text)) {
      const count = counts.get(word)
      if (count === undefined) counts.set(word, { texts: 1, last: size })
      else if (count.last !== size) {
        count.texts += 1
        count.last = size
      }
    }
  }
  return { idf: (word) => Math.log((size + 1) / (counts.get(word)?.texts ?? 1)) }
}
