/**
 * Groups of queries with the same words -> topics: groups with mostly the same words, each word weighted by its idf. A
 * group whose readers found nothing is not merged with a group whose readers found results, so that a gap isn't hidden
 * by a similar topic.
 */
import { hasFact, type QueryGroup, type ReaderId } from './tally.ts'

/** Share of the words of two groups, by weight, that both must have (Jaccard). */
const MIN_SIMILARITY = 0.45
/** Readers from which on the rates of two groups are compared, and the difference that prevents a merge. */
const MIN_READERS_TO_COMPARE = 5
const MAX_DIFFERENCE = 0.4
/** Topics with one word that are compared with a group. */
const MAX_COMPARED = 100

/** Queries about the same thing. */
export interface Topic {
  readonly leader: QueryGroup
  /** All groups in the order of their readers, most first. */
  readonly groups: readonly QueryGroup[]
  /** Numbers of different readers, by their facts in all groups of the topic. */
  readonly readers: TopicReaders
}

/** Numbers of readers, each counted once. */
export type TopicReaders = ReturnType<typeof countReaders>

/** Groups that become a topic, most readers first. */
interface Cluster {
  readonly leader: QueryGroup
  readonly terms: readonly number[]
  readonly weight: number
  /** Share of the leader's readers whom the content did not serve. */
  readonly failureRate: number
  readonly groups: QueryGroup[]
}

const isAnswered = (facts: number) => hasFact(facts, 'supported') || hasFact(facts, 'weak')
const isEmpty = (facts: number) => hasFact(facts, 'empty') && !hasFact(facts, 'found')
const isUnclicked = (facts: number) => hasFact(facts, 'found') && !hasFact(facts, 'clicked') && !isAnswered(facts)
const isUncovered = (facts: number) => hasFact(facts, 'uncovered') && !isAnswered(facts)

/** Topics in the order of their readers. */
export function findTopics(groups: readonly QueryGroup[]): readonly Topic[] {
  const topics = clusterGroups(groups).map(({ leader, groups: members }): Topic => {
    return { leader, groups: members, readers: countReaders(members) }
  })
  return topics.sort((a, b) => b.readers.all - a.readers.all || compareKeys(a.leader, b.leader))
}

/** Adds each group, those with the most readers first, to the most similar cluster, or to a new one. */
function clusterGroups(groups: readonly QueryGroup[]): readonly Cluster[] {
  const { numbers, weights } = weighTerms(groups)
  const clusters: Cluster[] = []
  const clustersByTerm = weights.map((): Cluster[] => [])
  /** Weights of the terms of the group that is added, 0 for all others. */
  const added = new Float64Array(weights.length)
  for (const leader of [...groups].sort((a, b) => b.readers.size - a.readers.size || compareKeys(a, b))) {
    const terms = leader.meaning.map((term) => numbers.get(term) ?? 0)
    for (const term of terms) added[term] = weights[term] ?? 0
    const cluster = { leader, terms, weight: sumOf(terms, added), failureRate: failureRateOf(leader), groups: [leader] }
    const similar = nearestCluster(cluster, clustersByTerm, added)
    for (const term of terms) added[term] = 0
    if (similar !== null) {
      similar.groups.push(leader)
      continue
    }
    clusters.push(cluster)
    for (const term of terms) clustersByTerm[term]?.push(cluster)
  }
  return clusters
}

function weighTerms(groups: readonly QueryGroup[]) {
  const numbers = new Map<string, number>()
  const frequencies: number[] = []
  for (const term of groups.flatMap(({ meaning }) => meaning)) {
    const number = numbers.get(term) ?? numbers.size
    numbers.set(term, number)
    frequencies[number] = (frequencies[number] ?? 0) + 1
  }
  return { numbers, weights: frequencies.map((frequency) => Math.log(1 + groups.length / frequency)) }
}

function nearestCluster(
  cluster: Cluster,
  clustersByTerm: readonly (readonly Cluster[])[],
  added: Float64Array,
): Cluster | null {
  let nearest: Cluster | null = null
  let best = MIN_SIMILARITY
  for (const candidate of cluster.terms.flatMap((term) => clustersByTerm[term]?.slice(0, MAX_COMPARED) ?? [])) {
    // The weight of the terms that both leaders have, as a share of the weight of all.
    const shared = sumOf(candidate.terms, added)
    const similarity = shared / (candidate.weight + cluster.weight - shared)
    if (similarity < best || differs(candidate, cluster)) continue
    nearest = candidate
    best = similarity + Number.EPSILON
  }
  return nearest
}

function sumOf(terms: readonly number[], weights: Float64Array): number {
  return terms.reduce((sum, term) => sum + (weights[term] ?? 0), 0)
}

/** True if the content serves the readers of one leader far better than those of the other. */
function differs(a: Cluster, b: Cluster): boolean {
  if (Math.min(a.leader.readers.size, b.leader.readers.size) < MIN_READERS_TO_COMPARE) return false
  return Math.abs(a.failureRate - b.failureRate) > MAX_DIFFERENCE
}

function failureRateOf({ readers }: QueryGroup): number {
  const isFailed = (facts: number) => isEmpty(facts) || isUnclicked(facts) || isUncovered(facts)
  return [...readers.values()].filter(isFailed).length / readers.size
}

function countReaders(groups: readonly QueryGroup[]) {
  const factsByReader = new Map<ReaderId, number>()
  for (const { readers } of groups) {
    for (const [reader, facts] of readers) factsByReader.set(reader, (factsByReader.get(reader) ?? 0) | facts)
  }
  const all = [...factsByReader.values()]
  const count = (test: (facts: number) => boolean) => all.filter(test).length
  return {
    all: all.length,
    searched: count((facts) => hasFact(facts, 'searched')),
    found: count((facts) => hasFact(facts, 'found')),
    clicked: count((facts) => hasFact(facts, 'clicked')),
    /** With searches that all found nothing. */
    empty: count(isEmpty),
    /** With results but without a click on any of them, and without an answer. */
    unclicked: count(isUnclicked),
    /** With an answer that came to its end. */
    asked: count((facts) => hasFact(facts, 'asked')),
    /** With a question that the content doesn't cover, and no other answer. */
    uncovered: count(isUncovered),
    /** With answers that their sources support weakly or not at all, and no better answer. */
    weak: count((facts) => hasFact(facts, 'weak') && !hasFact(facts, 'supported')),
    down: count((facts) => hasFact(facts, 'down')),
    up: count((facts) => hasFact(facts, 'up')),
  }
}

function compareKeys({ key: a }: QueryGroup, { key: b }: QueryGroup): number {
  return a < b ? -1 : a > b ? 1 : 0
}
