/**
 * The lines of a question log -> groups of queries with the same words, with the facts about each reader in them. The
 * words of a query are those of the analyzer of search: "How do I throttle requests?" and "request throttling" have the
 * same.
 */
import type { AnswerLine, ParsedLine, SearchLine, VerdictLine } from '../../core/question-log.ts'
import { type Chain, createChain, guessLanguage, isFunctionWord, type Language, languageOf } from '../../core/text.ts'

/**
 * Lines that are counted, which bounds readers, answers and clicks: two million lines of different readers take 600 MB.
 * Further lines are left out, and the report says how many.
 */
const MAX_LINES = 2_000_000
/** Groups in memory. If there are more, those with the fewest readers are dropped, and their readers are counted. */
const MAX_GROUPS = 20_000
/** Queries whose group is remembered: readers repeat each other. */
const MAX_REMEMBERED = 20_000
const MAX_NOTES = 10_000
/** Nearest sections of one group. */
const MAX_NEAREST = 2

/** Facts about a reader in a group, as bits. */
const FACT = {
  searched: 1, empty: 2, found: 4, clicked: 8, supported: 16, uncovered: 32, weak: 64, down: 128, up: 256, asked: 512,
} as const

/** A page view by its id. Each line without a page view counts as another reader, by a number. */
export type ReaderId = string | number

/** Queries with the same words. */
export interface QueryGroup {
  /** Their terms, each once, sorted by code unit. */
  readonly meaning: readonly string[]
  /** The terms as one text, which no other group has. */
  readonly key: string
  /** The shortest of the queries, of several the first by code unit. */
  query: string
  readonly readers: Map<ReaderId, number>
  /** Ids of the best results, or addresses of the sections that answers read. */
  nearest: readonly string[]
  /** Number of readers whose first click opened a section, by its id. */
  readonly clicks: Map<string, number>
  /** The last verdict on each answer that was voted down. */
  readonly complaints: VerdictLine[]
}

export interface DayCounts {
  readonly day: string
  searches: number
  answers: number
}

interface CountedAnswer {
  /** The reader who got it, and the key of the group; null before its line. */
  asked: { readonly key: string; readonly reader: ReaderId } | null
  verdict: VerdictLine | null
}

export type Tally = ReturnType<typeof createTally>

export function createTally(maxLines = MAX_LINES) {
  return {
    maxLines,
    /** Broken: not JSON, without a member, or too long. Left out: after the first `maxLines`. */
    lines: { searches: 0, answers: 0, clicks: 0, verdicts: 0, broken: 0, otherVersions: 0, leftOut: 0 },
    days: new Map<string, DayCounts>(),
    groups: new Map<string, QueryGroup>(),
    answers: new Map<string, CountedAnswer>(),
    groupsByQuery: new Map<string, QueryGroup>(),
    chains: new Map<Language, Chain>(),
    /** Number of lines without a page view, of notes in memory, and of readers of groups that were dropped. */
    anonymous: 0,
    notes: 0,
    droppedReaders: 0,
  }
}

export function addLine(tally: Tally, line: ParsedLine): void {
  const { lines, maxLines } = tally
  if (line.type === 'broken') lines.broken += 1
  else if (line.type === 'other-version') lines.otherVersions += 1
  else if (lines.searches + lines.answers + lines.clicks + lines.verdicts >= maxLines) lines.leftOut += 1
  else if (line.type === 'search') addSearch(tally, line)
  else if (line.type === 'answer') addAnswer(tally, line)
  else if (line.type === 'verdict') addVerdict(tally, line)
  else {
    lines.clicks += 1
    addClick(groupOf(tally, line.query), line.view, line.id)
  }
}

function addSearch(tally: Tally, { at, query, view, results, top, click }: SearchLine): void {
  tally.lines.searches += 1
  countDay(tally, at, 'searches')
  const group = groupOf(tally, query)
  const reader = readerOf(tally, view)
  addFacts(group, reader, FACT.searched | (results > 0 ? FACT.found : FACT.empty))
  addNearest(group, top)
  if (click !== undefined) addClick(group, reader, click.id)
}

function addClick(group: QueryGroup, reader: ReaderId, id: string | undefined): void {
  const isFirst = !hasFact(group.readers.get(reader) ?? 0, 'clicked')
  if (isFirst && id !== undefined) group.clicks.set(id, (group.clicks.get(id) ?? 0) + 1)
  addFacts(group, reader, FACT.clicked)
}

function addAnswer(tally: Tally, line: AnswerLine): void {
  const { at, query, view, id, cited, opened } = line
  tally.lines.answers += 1
  countDay(tally, at, 'answers')
  const group = groupOf(tally, query)
  const reader = readerOf(tally, view)
  answerOf(tally, id).asked = { key: group.key, reader }
  addFacts(group, reader, factsOf(line))
  addNearest(group, [...new Set([...cited, ...opened])])
}

/** An answer that failed, or was cancelled or refused, says nothing about the content. */
function factsOf({ outcome, support }: AnswerLine): number {
  if (outcome === 'not-covered') return FACT.asked | FACT.uncovered
  if (outcome !== 'answered') return 0
  return FACT.asked | (support === 'grounded' ? FACT.supported : FACT.weak)
}

function addVerdict(tally: Tally, line: VerdictLine): void {
  tally.lines.verdicts += 1
  const answer = answerOf(tally, line.answer)
  // ISO 8601 of one clock, so that the order of texts is that of times.
  if (answer.verdict !== null && line.at < answer.verdict.at) return
  const { note: _, ...withoutNote } = line
  if (answer.verdict?.note !== undefined) tally.notes -= 1
  answer.verdict = tally.notes < MAX_NOTES ? line : withoutNote
  if (answer.verdict.note !== undefined) tally.notes += 1
}

function answerOf({ answers }: Tally, id: string): CountedAnswer {
  const answer = answers.get(id) ?? { asked: null, verdict: null }
  answers.set(id, answer)
  return answer
}

function readerOf(tally: Tally, view: string | undefined): ReaderId {
  return view ?? (tally.anonymous += 1)
}

function addFacts({ readers }: QueryGroup, reader: ReaderId, facts: number): void {
  readers.set(reader, (readers.get(reader) ?? 0) | facts)
}

export function hasFact(facts: number, fact: keyof typeof FACT): boolean {
  return (facts & FACT[fact]) !== 0
}

function addNearest(group: QueryGroup, ids: readonly string[]): void {
  if (group.nearest.length === 0) group.nearest = ids.slice(0, MAX_NEAREST)
}

function countDay({ days }: Tally, at: string, kind: 'searches' | 'answers'): void {
  const day = at.slice(0, 10)
  const counts = days.get(day) ?? { day, searches: 0, answers: 0 }
  counts[kind] += 1
  days.set(day, counts)
}

function groupOf(tally: Tally, query: string): QueryGroup {
  const { groups, groupsByQuery, chains } = tally
  const known = groupsByQuery.get(query)
  if (known !== undefined) return known
  const meaning = [...new Set(contentWords(query, chains).map(({ term }) => term))].sort()
  const key = meaning.join(' ')
  if (groups.size >= MAX_GROUPS && !groups.has(key)) dropRareGroups(tally)
  const group = groups.get(key) ?? { meaning, key, query, readers: new Map(), nearest: [], clicks: new Map(), complaints: [] }
  const { length } = group.query
  if (query.length < length || (query.length === length && query < group.query)) group.query = query
  groups.set(key, group)
  if (groupsByQuery.size >= MAX_REMEMBERED) groupsByQuery.clear()
  groupsByQuery.set(query, group)
  return group
}

/** Drops the groups with the fewest readers until at most half are left. */
function dropRareGroups(tally: Tally): void {
  const { groups, groupsByQuery } = tally
  for (let most = 1; groups.size > MAX_GROUPS / 2; most *= 2) {
    for (const [key, { readers }] of groups) {
      if (readers.size > most) continue
      tally.droppedReaders += readers.size
      groups.delete(key)
    }
  }
  groupsByQuery.clear()
}

/** All groups, after the last line: the last verdict on each answer becomes a fact about its reader. */
export function finishGroups({ groups, answers }: Tally): readonly QueryGroup[] {
  for (const { asked, verdict } of answers.values()) {
    const group = asked === null ? undefined : groups.get(asked.key)
    if (asked === null || verdict === null || group === undefined) continue
    addFacts(group, asked.reader, FACT[verdict.verdict])
    if (verdict.verdict === 'down') group.complaints.push(verdict)
  }
  answers.clear()
  return [...groups.values()]
}

/** Words of one query that count. */
const MAX_WORDS = 12

/** The chain of each language that queries had so far. */
export type Chains = Map<Language, Chain>

/** Terms and texts of the words of a query that are not function words, or of all if there are no others. */
export function contentWords(query: string, chains: Chains) {
  const words = splitQuery(query, chains)
  const language = languageOf(guessLanguage(query))
  const content = words.filter(({ folded }) => !folded.every((word) => isFunctionWord(word, ['en', language])))
  const { stem } = chainOf(language, chains)
  return (content.length > 0 ? content : words).flatMap(({ text, folded }) => {
    return folded.map(stem).filter((term) => term !== '').map((term) => ({ term, text }))
  })
}

/** The words as they are written, with the folded ones in each; an identifier has several. */
function splitQuery(query: string, chains: Chains) {
  const words: { readonly text: string; readonly folded: readonly string[] }[] = []
  const { walk, split } = chainOf('en', chains)
  walk(query, ({ source, from, to, isCompound }) => {
    const text = source.slice(from, to)
    const parts = words.length < MAX_WORDS ? split({ text, isCompound }) : []
    const folded = parts.flatMap(({ kind, word }) => (kind === 'word' || kind === 'part' ? word : []))
    // Symbols have no words.
    if (folded.length > 0) words.push({ text, folded })
  })
  return words
}

function chainOf(language: Language, chains: Chains): Chain {
  const chain = chains.get(language) ?? createChain(language)
  chains.set(language, chain)
  return chain
}
