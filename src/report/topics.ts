/**
 * Groups of queries with the same words -> topics: groups with mostly the same words, each word weighted by its idf. A
 * group whose readers found nothing is not merged with a group whose readers found results, so that a gap isn't hidden
 * by a similar topic.
 */
import { createColumn, createOrdinals, mixedHash } from './ordinals.ts'
import { FACT, type QueryGroup, type ReaderFacts } from './tally.ts'

/** Share of the words of two groups, by weight, that both must have (Jaccard). */
const MIN_SIMILARITY = 0.45
/**
 * Minimum number of readers for comparing the success of two groups, and the difference of their rates that prevents a
 * merge.
 */
const MIN_READERS_TO_COMPARE = 5
const MAX_DIFFERENCE = 0.4
/** Topics with one word that are compared with a group. */
const MAX_COMPARED = 100

/** Queries about the same thing. */
export interface Topic {
  /** Groups in the order of their readers, most first. */
  readonly groups: readonly QueryGroup[]
  /** Numbers of different readers, by their facts in all groups of the topic. */
  readonly readers: TopicReaders
}

/** Numbers of readers, each counted once. */
export interface TopicReaders {
  /** Of all kinds. */
  all: number
  /** With a search. */
  searched: number
  /** With results. */
  found: number
  /** With a click. */
  clicked: number
  /** With searches that all found nothing. */
  empty: number
  /** With results but without a click on any of them, and without an answer. */
  unclicked: number
  /** With an answer that came to its end. */
  asked: number
  /** With a question that the content doesn't cover, and no other answer. */
  uncovered: number
  /** With answers that their sources support weakly or not at all, and no better answer. */
  weak: number
  down: number
  up: number
}

/** Topics in the order of their readers. `readersOf` visits all readers in groups; it is called twice. */
export function findTopics(groups: readonly QueryGroup[], readersOf: () => Iterable<ReaderFacts>): readonly Topic[] {
  const unsuccessful = new Map<QueryGroup, number>()
  for (const { group, facts } of readersOf()) {
    if (isUnsuccessful(facts)) unsuccessful.set(group, (unsuccessful.get(group) ?? 0) + 1)
  }
  const shareOf = (group: QueryGroup) => (unsuccessful.get(group) ?? 0) / group.readers
  const clusters = clusterGroups(groups, shareOf)
  const topics = clusters.map((members): Topic => ({ groups: members, readers: noReaders() }))
  countReaders(topics, readersOf())
  return topics.sort((a, b) => b.readers.all - a.readers.all || compareTopics(a, b))
}

function clusterGroups(groups: readonly QueryGroup[], shareOf: (group: QueryGroup) => number): QueryGroup[][] {
  const frequency = new Map<string, number>()
  for (const { meaning } of groups) for (const term of meaning) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  const weights = new Map([...frequency].map(([term, number]) => [term, Math.log(1 + groups.length / number)]))
  const weightOf = (term: string) => weights.get(term) ?? 0
  const clusters: QueryGroup[][] = []
  const clustersByTerm = new Map<string, QueryGroup[][]>()

  function nearestCluster(group: QueryGroup): QueryGroup[] | null {
    let [nearest, best]: [QueryGroup[] | null, number] = [null, MIN_SIMILARITY]
    const candidates = new Set<QueryGroup[]>()
    for (const term of heavyTerms(group.meaning, weightOf)) {
      for (const cluster of clustersByTerm.get(term)?.slice(0, MAX_COMPARED) ?? []) candidates.add(cluster)
    }
    for (const cluster of candidates) {
      const [leader] = cluster
      if (leader === undefined || differs(leader, group)) continue
      const similarity = similarityOf(leader.meaning, group.meaning, weightOf)
      if (similarity >= best) [nearest, best] = [cluster, similarity + Number.EPSILON]
    }
    return nearest
  }

  function differs(leader: QueryGroup, group: QueryGroup): boolean {
    if (Math.min(leader.readers, group.readers) < MIN_READERS_TO_COMPARE) return false
    return Math.abs(shareOf(leader) - shareOf(group)) > MAX_DIFFERENCE
  }

  const ordered = [...groups].sort((a, b) => b.readers - a.readers || compareGroups(a, b))
  for (const group of ordered) {
    const nearest = nearestCluster(group)
    if (nearest !== null) {
      nearest.push(group)
      continue
    }
    const cluster = [group]
    clusters.push(cluster)
    for (const term of group.meaning) {
      const others = clustersByTerm.get(term)
      if (others === undefined) clustersByTerm.set(term, [cluster])
      else others.push(cluster)
    }
  }
  return clusters
}

/**
 * The heaviest terms, of which a similar group has at least one: with similarity s the shared terms have s / (1 + s) of
 * the weight of both groups, so the terms that are left out can't be all that they share.
 */
function heavyTerms(terms: readonly string[], weightOf: (term: string) => number): readonly string[] {
  const lightestFirst = [...terms].sort((a, b) => weightOf(a) - weightOf(b))
  const total = terms.reduce((sum, term) => sum + weightOf(term), 0)
  let omitted = 0
  return lightestFirst.filter((term) => (omitted += weightOf(term)) >= (total * MIN_SIMILARITY) / (1 + MIN_SIMILARITY))
}

/** Weight of the terms that both have, as a share of the weight of all. */
function similarityOf(a: readonly string[], b: readonly string[], weightOf: (term: string) => number): number {
  const sum = (terms: readonly string[]) => terms.reduce((total, term) => total + weightOf(term), 0)
  const shared = sum(a.filter((term) => b.includes(term)))
  return shared / (sum(a) + sum(b) - shared)
}

/** Counts each reader once per topic, by the facts of all its groups. */
function countReaders(topics: readonly Topic[], readers: Iterable<ReaderFacts>): void {
  const topicOf = new Map(topics.flatMap((topic, number) => topic.groups.map((group) => [group, number] as const)))
  const ordinals = createOrdinals()
  const [facts, numbers] = [createColumn(), createColumn()]
  for (const { group, reader, facts: more } of readers) {
    const number = topicOf.get(group) ?? 0
    const ordinal = ordinals.add(mixedHash(reader, number))
    facts.set(ordinal, facts.get(ordinal) | more)
    numbers.set(ordinal, number)
  }
  for (let ordinal = 0; ordinal < ordinals.count(); ordinal++) {
    const topic = topics[numbers.get(ordinal)]
    if (topic !== undefined) addReader(topic.readers, facts.get(ordinal))
  }
}

function addReader(readers: TopicReaders, bits: number): void {
  const has = (fact: keyof typeof FACT) => (bits & FACT[fact]) !== 0
  readers.all += 1
  if (has('searched')) readers.searched += 1
  if (has('found')) readers.found += 1
  if (has('clicked')) readers.clicked += 1
  if (isEmpty(bits)) readers.empty += 1
  if (isUnclicked(bits)) readers.unclicked += 1
  if (has('asked')) readers.asked += 1
  if (isUncovered(bits)) readers.uncovered += 1
  if (has('weak') && !has('supported')) readers.weak += 1
  if (has('down')) readers.down += 1
  if (has('up')) readers.up += 1
}

const isEmpty = (bits: number) => (bits & FACT.empty) !== 0 && (bits & FACT.found) === 0
const isUnclicked = (bits: number) =>
  (bits & FACT.found) !== 0 && (bits & (FACT.clicked | FACT.supported | FACT.weak)) === 0
const isUncovered = (bits: number) => (bits & FACT.uncovered) !== 0 && (bits & (FACT.supported | FACT.weak)) === 0
const isUnsuccessful = (bits: number) => isEmpty(bits) || isUnclicked(bits) || isUncovered(bits)

function noReaders(): TopicReaders {
  return {
    all: 0, searched: 0, found: 0, clicked: 0, empty: 0, unclicked: 0, asked: 0, uncovered: 0, weak: 0, down: 0, up: 0,
  }
}

function compareTopics({ groups: [a] }: Topic, { groups: [b] }: Topic): number {
  return a === undefined || b === undefined ? 0 : compareGroups(a, b)
}

function compareGroups({ key: a }: QueryGroup, { key: b }: QueryGroup): number {
  return a < b ? -1 : a > b ? 1 : 0
}
