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
import type { Clause } from '../query/clause.ts'
import type { InvertedIndex } from '../index/inverted-index.ts'
import type { Parts } from './term-scorer.ts'
import type { Window } from './scan.ts'
import { MAX_TERM_SCORE } from '../index/score.ts'
import { PART, PARTS } from '../index/workspace.ts'

/** Queries of up to so many words want them all. */
const SHORT_QUERY_WORDS = 4

/** What a heading, and a title, that is the query is worth, as a multiple of all there is to cover. */
const HEADING_WORTH = 1
const TITLE_WORTH = 1.5

/** What is added to a bound, as a share of it, for sums that are rounded otherwise. */
const ROUNDING = 1e-9

/** Steps of coverage that bounds tell apart. */
const COORDINATE_STEPS = 64

/** A score, to be reached by a chunk that gets `rest` more at most. */
interface Goal {
  readonly least: number
  readonly rest: Readonly<Parts>
}

export interface Rank {
  /** Score of a chunk that its clauses give so much. */
  readonly score: (ordinal: number, parts: Readonly<Parts>) => number
  /** Whether the score of the chunk at a place of a window may reach a goal; false is for sure. */
  readonly mayReach: (window: Window, place: number, goal: Goal) => boolean
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
  const stepsOfCredit = COORDINATE_STEPS / all
  const coordinateAtMost = (covered: number) => steps[Math.min(COORDINATE_STEPS, Math.ceil(covered * stepsOfCredit))]!

  /** 0 to 1: how far a field with so much rareness says what the query says. */
  const likeness = (covered: number, rareness: number) => Math.min(1, covered / rareness) * squared(Math.min(1, covered / all))
  // All that a field that has so much of the query can be worth, whatever else it says.
  const [headingFactor, titleFactor] = [HEADING_WORTH / all, TITLE_WORTH / all]

  function score(ordinal: number, { score: sum, credit, heading, title }: Readonly<Parts>): number {
    let total = sum * Math.min(1, credit / all) ** exponent
    if (heading > 0) total += all * HEADING_WORTH * likeness(heading, headingRareness[ordinal]!)
    if (title > 0) total += all * TITLE_WORTH * likeness(title, titleRareness[ordinal]!)
    return total
  }

  function mayReach({ start, sums }: Window, place: number, { least, rest }: Goal): boolean {
    const at = PARTS * place
    const ofWords = (sums[at + PART.score]! + rest.score) * coordinateAtMost(sums[at + PART.credit]! + rest.credit)
    const heading = sums[at + PART.heading]! + rest.heading
    const title = sums[at + PART.title]! + rest.title
    // Most chunks end here, before anything is looked up for them.
    if ((ofWords + headingFactor * squared(heading) + titleFactor * squared(title)) * (1 + ROUNDING) < least) return false
    let total = ofWords
    // A chunk without a heading gets nothing for it.
    const ofHeading = headingRareness[start + place]!
    const ofTitle = titleRareness[start + place]!
    if (heading > 0 && ofHeading > 0) total += all * HEADING_WORTH * likeness(heading, ofHeading)
    if (title > 0 && ofTitle > 0) total += all * TITLE_WORTH * likeness(title, ofTitle)
    return total * (1 + ROUNDING) >= least
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
  return { score, mayReach, boundOfAny, greatest: terms + all * (HEADING_WORTH + TITLE_WORTH) }
}

function squared(value: number): number {
  return value * value
}

/** How strongly a query of so many words wants all of them. */
export function coordination(words: number): number {
  return SHORT_QUERY_WORDS / Math.max(words, 1)
}
