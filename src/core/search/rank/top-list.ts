/**
 * A stream of candidates -> the best of them, with a limit in all and a limit for one page.
 *
 * Candidates gather in a buffer. When it is full it is sorted and cut to the best, which are exact at each cut: a
 * candidate that is cut, for its page or for the limit, is beaten by others that only better ones can replace, so it
 * never has to come back. This costs the same as a heap and needs no search for the worst of a page.
 */

/** Candidates that are gathered, besides the best ones, before the list is cut. */
const SLACK = 16

/** A chunk that may be among the best. */
export interface Candidate {
  readonly ordinal: number
  readonly score: number
  /** Number of its page. */
  readonly page: number
}

/** Limits and order of a list. */
export interface TopListOptions {
  /** Most candidates kept. */
  readonly limit: number
  /** Most of one page. */
  readonly perPage: number
  /** Rank of a candidate among equals: of equal scores the lower rank is better. */
  readonly rankOf: (ordinal: number) => number
}

/** The best of the candidates that are offered; an empty list at first. */
export function createTopList(options: TopListOptions) {
  let buffer: Candidate[] = []
  let capacity = Math.max(options.limit, SLACK)
  let threshold = options.limit > 0 && options.perPage > 0 ? -Infinity : Infinity

  function offer(candidate: Candidate): void {
    if (candidate.score < threshold) return
    buffer.push(candidate)
    if (buffer.length < capacity) return
    buffer = best(buffer, options)
    capacity = buffer.length + Math.max(buffer.length / 2, SLACK)
    if (buffer.length >= options.limit) threshold = buffer.at(-1)?.score ?? threshold
  }

  return {
    /** Least score of a candidate that can enter the list; it only increases. */
    threshold: () => threshold,
    offer,
    /** Best first, equals in the order of their ranks, then of their ordinals. */
    finish: (): readonly Candidate[] => best(buffer, options),
  }
}

/** The candidates within the limits, best first; sorts them in place. */
export function best(candidates: Candidate[], { limit, perPage, rankOf }: TopListOptions): Candidate[] {
  candidates.sort((a, b) => b.score - a.score || rankOf(a.ordinal) - rankOf(b.ordinal) || a.ordinal - b.ordinal)
  if (perPage >= limit) return candidates.slice(0, Math.ceil(limit))
  const counts = new Map<number, number>()
  const chosen: Candidate[] = []
  for (const candidate of candidates) {
    if (chosen.length >= limit) break
    const count = counts.get(candidate.page) ?? 0
    if (count >= perPage) continue
    counts.set(candidate.page, count + 1)
    chosen.push(candidate)
  }
  return chosen
}
