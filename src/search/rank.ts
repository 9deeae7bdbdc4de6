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
import type { Window } from './scan.ts'
import { MAX_TERM_SCORE } from './score.ts'

/** Queries of up to so many words want them all. */
const SHORT_QUERY_WORDS = 4

/** What a heading, and a title, that is the query is worth, as a multiple of all there is to cover. */
const HEADING_WORTH = 1
const TITLE_WORTH = 1.5

export interface Rank {
  /** Score of the chunk at a place of a window. */
  readonly scoreAt: (window: Window, place: number) => number
  /** A score that no chunk exceeds. */
  readonly greatest: number
}

/** Prepares the scores of one query. */
export function createRank({ headingRareness, titleRareness }: InvertedIndex, clauses: readonly Clause[]): Rank {
  const all = clauses.reduce((sum, { credit }) => sum + credit, 0)
  const exponent = coordination(clauses.reduce((sum, { substance }) => sum + substance, 0))

  /** 0 to 1: how far a field with so much rareness says what the query says. */
  const likeness = (covered: number, rareness: number) => Math.min(1, covered / rareness) * Math.min(1, covered / all) ** 2

  function scoreAt({ start, scores, credits, headings, titles }: Window, place: number): number {
    let score = scores[place]! * Math.min(1, credits[place]! / all) ** exponent
    if (headings[place]! > 0) score += all * HEADING_WORTH * likeness(headings[place]!, headingRareness[start + place]!)
    if (titles[place]! > 0) score += all * TITLE_WORTH * likeness(titles[place]!, titleRareness[start + place]!)
    return score
  }

  const terms = clauses.reduce((sum, { alternatives }) => {
    return sum + MAX_TERM_SCORE * alternatives.reduce((most, { weight }) => Math.max(most, weight), 0)
  }, 0)
  return { scoreAt, greatest: terms + all * (HEADING_WORTH + TITLE_WORTH) }
}

/** How strongly a query of so many words wants all of them. */
export function coordination(words: number): number {
  return SHORT_QUERY_WORDS / Math.max(words, 1)
}
