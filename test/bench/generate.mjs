/**
 * A larger site out of a smaller one: sections with the lengths, word frequencies and turns of phrase of the
 * source, for any number of sections. Deterministic; the first n sections of a longer run are those of a shorter.
 *
 * A page has a few sections of the source as its topic; its text is made of runs of words copied from them and,
 * less often, from anywhere. So frequent words stay as frequent as they were (Zipf), neighbors stay neighbors,
 * and words cluster by page. Every few thousand sections another area of the site begins, with most words its own
 * (`dialect.mjs`); they, and names of each page, make the vocabulary grow with the text (Heaps).
 */
import { createDialect, findCommonWords } from './dialect.mjs'
import { createRandom } from './random.mjs'

const SEED = 3_090
/** About the size of the source. */
export const SECTIONS_PER_AREA = 3_000
/** Mean of 7.5, as in the source. */
const SECTIONS_PER_PAGE = { least: 1, most: 14 }
const TOPIC_SECTIONS = 4
/** Share of runs that come from the page's topic. */
const TOPIC_SHARE = 0.75
/** Words copied in one run. */
const RUN_WORDS = { least: 3, most: 14 }
const NAMES_PER_PAGE = { least: 3, most: 8 }
/** Share of a page's names that no page before it had. */
const NEW_NAME_SHARE = 0.7
/** Share of words that give way to a name of the page. */
const NAME_SHARE = 0.02
/** Share of headings that carry a name. */
const NAMED_HEADING_SHARE = 0.5

/** `count` sections like those of `source`; both are `{id, title, heading, body}` lists. */
export function generateSections(source, count) {
  return [...streamSections(source, count)]
}

/** The same sections one after another, for more of them than memory holds. */
export function* streamSections(source, count) {
  const draw = createDraw(createRandom(SEED))
  const texts = wordsOf(source)
  const titles = source.map((section) => section.title)
  const headings = source.map((section) => section.heading).filter((heading) => heading !== '')
  const coinName = createMint(texts, draw)
  const commonWords = findCommonWords(texts)
  const names = []
  let made = 0
  let area = 0
  let tell = createDialect(area, commonWords)
  const nameAfter = (own) => (draw.chance(NAMED_HEADING_SHARE) ? ` ${draw.pick(own)}` : '')

  for (let page = 0; made < count; page++) {
    if (made >= (area + 1) * SECTIONS_PER_AREA) tell = createDialect(++area, commonWords)
    const id = `/site/page-${page}/`
    const topic = Array.from({ length: TOPIC_SECTIONS }, () => draw.pick(texts))
    const own = Array.from({ length: draw.between(NAMES_PER_PAGE) }, () => {
      if (names.length > 0 && !draw.chance(NEW_NAME_SHARE)) return names[draw.low(names.length)]
      names.push(coinName())
      return names.at(-1)
    })
    const title = `${tell(draw.pick(titles))} ${own[0]}`
    const size = Math.min(draw.between(SECTIONS_PER_PAGE), count - made)
    for (let n = 0; n < size; n++, made++) {
      yield {
        id: n === 0 ? id : `${id}#section-${n}`,
        title,
        heading: n === 0 ? '' : tell(draw.pick(headings)) + nameAfter(own),
        body: writeBody({ texts, topic, names: own, length: draw.pick(texts).length, tell }, draw),
      }
    }
  }
}

/** The texts of the sections that have one, as lists of words. */
export function wordsOf(source) {
  return source.map((section) => section.body.match(/\S+/g) ?? []).filter((words) => words.length > 0)
}

function writeBody({ texts, topic, names, length, tell }, draw) {
  const words = []
  while (words.length < length) {
    const from = draw.chance(TOPIC_SHARE) ? draw.pick(topic) : draw.pick(texts)
    const start = draw.below(from.length)
    const end = Math.min(from.length, start + draw.between(RUN_WORDS), start + length - words.length)
    for (let i = start; i < end; i++) words.push(draw.chance(NAME_SHARE) ? draw.pick(names) : tell(from[i]))
  }
  return words.join(' ')
}

/** Coins names out of two words of the text: `routestration`, `buildRoute`, `route-build`. */
function createMint(texts, draw) {
  const words = new Set(texts.flat().map((word) => word.toLowerCase()))
  const vocabulary = [...words].filter((word) => /^[a-z]{4,12}$/.test(word))

  return function coinName() {
    const [first, second] = [draw.pick(vocabulary), draw.pick(vocabulary)]
    const kind = draw.below(4)
    if (kind === 0) return first + second[0].toUpperCase() + second.slice(1)
    if (kind === 1) return `${first}-${second}`
    return first.slice(0, Math.ceil(first.length * 0.6)) + second.slice(Math.floor(second.length * 0.4))
  }
}

function createDraw(next) {
  const below = (end) => Math.floor(next() * end)
  return {
    below,
    /** Small numbers more often than large ones. */
    low: (end) => Math.floor(end * next() ** 3),
    between: ({ least, most }) => least + below(most - least + 1),
    pick: (from) => from[below(from.length)],
    chance: (share) => next() < share,
  }
}
