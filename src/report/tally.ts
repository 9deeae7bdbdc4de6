/**
 * The lines of a question log -> counts for each group of queries with the same words and for each reader in it.
 * Designed for a million lines: a reader in a group takes about forty bytes.
 */
import type { AnswerLine, SearchLine, VerdictLine } from '../question-log/line.ts'
import { createMeaningReader } from './meaning.ts'
import { createColumn, createOrdinals, hashOf, mixedHash } from './ordinals.ts'
import type { ParsedLine } from './parse-line.ts'

/**
 * Groups in memory. If there are more, those with the fewest readers are dropped; only the number of their readers is
 * kept.
 */
const MAX_GROUPS = 20_000
/** Queries whose group is remembered. */
const MAX_REMEMBERED = 20_000
/** Days with counts of their own. */
const MAX_DAYS = 4_000
/** Verdicts whose reason and note are kept. */
const MAX_NOTES = 10_000
/** Sections with counts of clicks in one group. */
const MAX_CLICKED = 50
/** Nearest sections of one group. */
const MAX_NEAREST = 2

/** Facts about a reader in a group, as bits. */
export const FACT = {
  searched: 1, empty: 2, found: 4, clicked: 8, supported: 16, uncovered: 32, weak: 64, down: 128, up: 256, asked: 512,
} as const

/** Queries with the same words. */
export interface QueryGroup {
  /** Their terms, each once, sorted by code unit. */
  readonly meaning: readonly string[]
  /** The terms as one text, which no other group has. */
  readonly key: string
  /** The shortest of the queries, of several the first by code unit. */
  query: string
  /** Number of different readers. */
  readers: number
  /** Ids of the best results, or addresses of the sections that answers read. */
  nearest: readonly string[]
  /** First clicks of readers, by id of section. */
  clicks: Map<string, number> | null
  /** Reasons and notes of readers who voted answers down. */
  complaints: Pick<VerdictLine, 'reason' | 'note'>[] | null
}

/** One reader in one group. */
export interface ReaderFacts {
  readonly group: QueryGroup
  /** Hash of the page view. */
  readonly reader: number
  /** Bits of `FACT`. */
  readonly facts: number
}

/** Counts of one day. */
export interface DayCounts {
  readonly day: string
  readonly searches: number
  readonly answers: number
}

/** Counts of all lines. */
export interface LineCounts {
  searches: number
  answers: number
  clicks: number
  verdicts: number
  /** Lines that are not JSON, miss a member or are too long. */
  broken: number
  otherVersions: number
}

/** The counts of a log. */
export interface Tally {
  readonly add: (line: ParsedLine) => void
  readonly counts: () => Readonly<LineCounts>
  /** In order. */
  readonly days: () => readonly DayCounts[]
  readonly groups: () => readonly QueryGroup[]
  /** Number of readers in groups that were dropped. */
  readonly droppedReaders: () => number
  /** Every reader in every group. */
  readonly readers: () => Generator<ReaderFacts>
}

/** A tally without lines. */
export function createTally(): Tally {
  const { meaningOf } = createMeaningReader()
  const counts: LineCounts = { searches: 0, answers: 0, clicks: 0, verdicts: 0, broken: 0, otherVersions: 0 }
  const days = new Map<string, { searches: number; answers: number }>()
  /** By ordinal, which is that of the hash of their terms; null for a dropped group. */
  const groups: (QueryGroup | null)[] = []
  const groupOrdinals = createOrdinals()
  /** Number of readers of dropped groups. */
  const readersBefore = createColumn()
  let ordinalsByQuery = new Map<string, number>()
  const pairs = createOrdinals()
  /** Of a pair: its group, the hash of its reader in two parts, its facts. */
  const [pairGroup, readerHigh, readerLow, pairFacts] = [createColumn(), createColumn(), createColumn(), createColumn()]
  const answers = createOrdinals()
  /** Of an answer: its pair + 1, the time of its last verdict in seconds, that verdict as a fact. */
  const [answerPair, verdictAt, verdictFact] = [createColumn(), createColumn(), createColumn()]
  const complaints = new Map<number, Pick<VerdictLine, 'reason' | 'note'>>()
  let [anonymous, remembered] = [0, 0]

  function groupOf(query: string): number {
    const same = ordinalsByQuery.get(query)
    if (same !== undefined) return same
    const meaning = meaningOf(query)
    const key = meaning.join(' ')
    const ordinal = groupOrdinals.add(hashOf(key, 4))
    if (!groups[ordinal]) {
      if (remembered >= MAX_GROUPS) forgetRare()
      remembered += 1
      groups[ordinal] = {
        meaning,
        key,
        query,
        readers: readersBefore.get(ordinal),
        nearest: [],
        clicks: null,
        complaints: null,
      }
    }
    const group = groups[ordinal]
    if (isBefore(query, group.query)) group.query = query
    if (ordinalsByQuery.size >= MAX_REMEMBERED) ordinalsByQuery = new Map()
    ordinalsByQuery.set(query, ordinal)
    return ordinal
  }

  /** Drops groups with the fewest readers until half of all are left. */
  function forgetRare(): void {
    for (let most = 1; remembered > MAX_GROUPS / 2; most *= 2) {
      for (const [ordinal, group] of groups.entries()) {
        if (!group || group.readers > most) continue
        readersBefore.set(ordinal, group.readers)
        groups[ordinal] = null
        remembered -= 1
      }
    }
    ordinalsByQuery = new Map()
  }

  /** The pair of a reader and a group. Each line without a page view counts as another reader. */
  function pairOf(query: string, view: string | undefined): number {
    const ordinal = groupOf(query)
    const reader = hashOf(view ?? String(anonymous += 1), view === undefined ? 1 : 2)
    const before = pairs.count()
    const pair = pairs.add(mixedHash(reader, ordinal))
    if (pair < before) return pair
    pairGroup.set(pair, ordinal)
    readerHigh.set(pair, Math.floor(reader / 0x1_0000_0000))
    readerLow.set(pair, reader % 0x1_0000_0000)
    const group = groups[ordinal]
    if (group) group.readers += 1
    return pair
  }

  function addFacts(pair: number, facts: number): void {
    pairFacts.set(pair, pairFacts.get(pair) | facts)
  }

  function addClick(pair: number, id: string | undefined): void {
    const group = groups[pairGroup.get(pair)]
    const isFirst = (pairFacts.get(pair) & FACT.clicked) === 0
    if (isFirst && id !== undefined && group) {
      group.clicks ??= new Map()
      if (group.clicks.has(id) || group.clicks.size < MAX_CLICKED) group.clicks.set(id, (group.clicks.get(id) ?? 0) + 1)
    }
    addFacts(pair, FACT.clicked)
  }

  function addNearest(pair: number, ids: readonly string[]): void {
    const group = groups[pairGroup.get(pair)]
    if (group && group.nearest.length === 0) group.nearest = ids.slice(0, MAX_NEAREST)
  }

  function addSearch({ query, view, results, top, click }: SearchLine): void {
    const pair = pairOf(query, view)
    addFacts(pair, FACT.searched | (results > 0 ? FACT.found : FACT.empty))
    addNearest(pair, top)
    if (click !== undefined) addClick(pair, click.id)
  }

  function addAnswer({ query, view, id, outcome, support, cited, opened }: AnswerLine): void {
    const pair = pairOf(query, view)
    answerPair.set(answers.add(hashOf(id, 3)), pair + 1)
    addNearest(pair, [...new Set([...cited, ...opened])])
    if (outcome === 'not-covered') addFacts(pair, FACT.asked | FACT.uncovered)
    if (outcome === 'answered') addFacts(pair, FACT.asked | (support === 'grounded' ? FACT.supported : FACT.weak))
  }

  function addVerdict({ answer, at, verdict, reason, note }: VerdictLine): void {
    const ordinal = answers.add(hashOf(answer, 3))
    const seconds = Math.max(0, Math.floor(Date.parse(at) / 1_000)) || 0
    if (seconds < verdictAt.get(ordinal)) return
    verdictAt.set(ordinal, seconds)
    verdictFact.set(ordinal, FACT[verdict])
    complaints.delete(ordinal)
    if (verdict === 'down' && complaints.size < MAX_NOTES) {
      complaints.set(ordinal, { ...(reason !== undefined && { reason }), ...(note !== undefined && { note }) })
    }
  }

  function countDay(at: string, kind: 'searches' | 'answers'): void {
    const day = at.slice(0, 10)
    const counted = days.get(day) ?? { searches: 0, answers: 0 }
    counted[kind] += 1
    if (days.size < MAX_DAYS) days.set(day, counted)
  }

  function add(line: ParsedLine): void {
    switch (line.type) {
      case 'search':
        counts.searches += 1
        countDay(line.at, 'searches')
        return addSearch(line)
      case 'answer':
        counts.answers += 1
        countDay(line.at, 'answers')
        return addAnswer(line)
      case 'click':
        counts.clicks += 1
        return addClick(pairOf(line.query, line.view), line.id)
      case 'verdict':
        counts.verdicts += 1
        return addVerdict(line)
      case 'other-version':
        counts.otherVersions += 1
        return
      case 'broken':
        counts.broken += 1
    }
  }

  /** Adds the last verdict on each answer to the facts of its reader. */
  function joinVerdicts(): void {
    for (let ordinal = 0; ordinal < answers.count(); ordinal++) {
      const [pair, fact] = [answerPair.get(ordinal) - 1, verdictFact.get(ordinal)]
      if (pair < 0 || fact === 0) continue
      addFacts(pair, fact)
      const complaint = complaints.get(ordinal)
      const group = groups[pairGroup.get(pair)]
      if (complaint !== undefined && group) (group.complaints ??= []).push(complaint)
    }
    complaints.clear()
  }

  function droppedReaders(): number {
    return groups.reduce((sum, group, ordinal) => (group ? sum : sum + readersBefore.get(ordinal)), 0)
  }

  function* readers(): Generator<ReaderFacts> {
    joinVerdicts()
    for (let pair = 0; pair < pairs.count(); pair++) {
      const group = groups[pairGroup.get(pair)]
      if (!group) continue
      yield { group, reader: readerHigh.get(pair) * 0x1_0000_0000 + readerLow.get(pair), facts: pairFacts.get(pair) }
    }
  }

  return {
    add,
    counts: () => counts,
    days: () => [...days].map(([day, counted]) => ({ day, ...counted })).sort((a, b) => (a.day < b.day ? -1 : 1)),
    groups: () => groups.filter((group) => group !== null),
    droppedReaders,
    readers,
  }
}

/** True if a text is shorter than another, or has the same length and precedes it by code unit. */
function isBefore(text: string, other: string): boolean {
  return text.length === other.length ? text < other : text.length < other.length
}
