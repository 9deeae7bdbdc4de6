/**
 * What a chunk's clauses give -> its place among the others:
 *
 *   S(d) = (covered(d) / all) ^ (4 / words) * sum(d)
 *        + all * sum over f in heading, title of  c_f * (covered_f(d) / rareness_f(d)) * (covered_f(d) / all)²
 *
 * `sum` are the words' scores (`score.ts`), `covered` is what the chunk covers of
 * the query, each word by its rareness, `all` what there is to cover, `words` the
 * number of words, function words for less. The exponent lets a short query ask
 * for all of its words, while a long question is content with some.
 *
 * The second line is for chunks whose heading or title is what the query says:
 * `covered_f` counts words in that field alone, `rareness_f` is that of all the
 * field's words. So it asks twice: how much of the heading is meant, and how much
 * of the query it says. The square keeps a heading of one common word from
 * standing above a text that says all of a long question.
 */
import type { Clause } from './clause.ts'
import type { InvertedIndex } from './inverted-index.ts'
import type { Parts } from './row.ts'
import type { Window } from './scan.ts'
import { MAX_TERM_SCORE } from './score.ts'

/** Queries of up to so many words want them all. */
const SHORT_QUERY_WORDS = 4

/** What a heading, and a title, that is the query is worth, as a multiple of all there is to cover. */
const HEADING_WORTH = 1
const TITLE_WORTH = 1.5

/** What is added to a bound, as a share of it, for sums that are rounded otherwise. */
const ROUNDING = 1e-9

/** Steps of coverage that bounds tell apart. */
const COORDINATE_STEPS = 64

export interface Rank {
  /** Score of a chunk that its clauses give so much. */
  readonly score: (ordinal: number, parts: Readonly<Parts>) => number
  /** What the score of a chunk does not exceed that has some parts and `rest` more at most: it rises with every part. */
  readonly bound: (ordinal: number, parts: Readonly<Parts>, rest: Readonly<Parts>) => number
  /** The same of a chunk with the parts at a place of a window. */
  readonly boundAt: (window: Window, place: number, rest: Readonly<Parts>) => number
  /** What the score of any chunk does not exceed that its clauses give so much at most. */
  readonly boundOfAny: (most: Readonly<Parts>) => number
  /** A score that no chunk exceeds. */
  readonly greatest: number
}

/** Prepares the scores of one query. */
export function createRank({ headingRareness, titleRareness }: InvertedIndex, clauses: readonly Clause[]): Rank {
  const all = clauses.reduce((sum, { credit }) => sum + credit, 0)
  const exponent = coordination(clauses.reduce((sum, { substance }) => sum + substance, 0))
  // Bounds need no power for each chunk: a few steps, rounded up, do.
  const steps = Float64Array.from({ length: COORDINATE_STEPS + 1 }, (_, step) => (step / COORDINATE_STEPS) ** exponent)
  const coordinateAtMost = (covered: number) => steps[Math.min(COORDINATE_STEPS, Math.ceil((covered / all) * COORDINATE_STEPS))]!

  /** 0 to 1: how far a field with so much rareness says what the query says. */
  const likeness = (covered: number, rareness: number) => Math.min(1, covered / rareness) * squared(Math.min(1, covered / all))

  function score(ordinal: number, { score: sum, credit, heading, title }: Readonly<Parts>): number {
    let total = sum * Math.min(1, credit / all) ** exponent
    if (heading > 0) total += all * HEADING_WORTH * likeness(heading, headingRareness[ordinal]!)
    if (title > 0) total += all * TITLE_WORTH * likeness(title, titleRareness[ordinal]!)
    return total
  }

  function boundAt({ start, scores, credits, headings, titles }: Window, place: number, rest: Readonly<Parts>): number {
    let total = (scores[place]! + rest.score) * coordinateAtMost(credits[place]! + rest.credit)
    const [heading, title] = [headings[place]! + rest.heading, titles[place]! + rest.title]
    // A chunk without a heading gets nothing for it.
    const [ofHeading, ofTitle] = [headingRareness[start + place]!, titleRareness[start + place]!]
    if (heading > 0 && ofHeading > 0) total += all * HEADING_WORTH * likeness(heading, ofHeading)
    if (title > 0 && ofTitle > 0) total += all * TITLE_WORTH * likeness(title, ofTitle)
    return total * (1 + ROUNDING)
  }

  function bound(ordinal: number, parts: Readonly<Parts>, rest: Readonly<Parts>): number {
    const { score: sum, credit, heading, title } = joined(parts, rest)
    const isHeaded = headingRareness[ordinal]! > 0
    const isTitled = titleRareness[ordinal]! > 0
    return score(ordinal, { score: sum, credit, heading: isHeaded ? heading : 0, title: isTitled ? title : 0 }) * (1 + ROUNDING)
  }

  function boundOfAny({ score: sum, credit, heading, title }: Readonly<Parts>): number {
    let total = sum * coordinateAtMost(credit)
    if (heading > 0) total += all * HEADING_WORTH * likeness(heading, 0)
    if (title > 0) total += all * TITLE_WORTH * likeness(title, 0)
    return total * (1 + ROUNDING)
  }

  const terms = clauses.reduce((sum, { alternatives }) => {
    return sum + MAX_TERM_SCORE * alternatives.reduce((most, { weight }) => Math.max(most, weight), 0)
  }, 0)
  return { score, bound, boundAt, boundOfAny, greatest: terms + all * (HEADING_WORTH + TITLE_WORTH) }
}

function squared(value: number): number {
  return value * value
}

function joined(a: Readonly<Parts>, b: Readonly<Parts>): Parts {
  return { score: a.score + b.score, credit: a.credit + b.credit, heading: a.heading + b.heading, title: a.title + b.title }
}

/** How strongly a query of so many words wants all of them. */
export function coordination(words: number): number {
  return SHORT_QUERY_WORDS / Math.max(words, 1)
}
