/** The counts of a question log -> a report for the owner: the topics that readers asked for and did not find. */
import { count, countBy, foldSpace, groupDigits } from '../../core/base.ts'
import { stripInvisible } from '../../core/content.ts'
import { type DayCounts, finishGroups, type Tally } from './tally.ts'
import { findTopics, type Topic, type TopicReaders } from './topics.ts'

const REPORT_VERSION = 1
/** Topics of one list. */
const MAX_LISTED = 20
/** Other queries of a topic, nearest sections, notes. */
const MAX_VARIANTS = 3
const MAX_NEAREST = 2
const MAX_NOTES = 3
/** Code points of a query or note. */
const MAX_TEXT_CODE_POINTS = 120
/** Minimum number of affected readers of a gap, and their minimum share. */
const MIN_READERS = 3
const MIN_SHARE = 0.5
/** Minimum number of readers without a click for a statistically meaningful result. */
const MIN_UNCLICKED = 8
/** Significance level for all topics together: the chance that one is listed whose readers are like others. */
const CHANCE = 0.01
/** Readers with an answer, one of whom voted it down, that are added: a small log has little evidence. */
const PRIOR_READERS = 10

/** All kinds of gaps, in the order of the report. */
export const KINDS = ['withoutResults', 'withoutClicks', 'notCovered', 'weaklySupported', 'votedDown'] as const

export type Kind = (typeof KINDS)[number]

/** The readers that each kind affects, then those of whom they are a share. */
const READERS = {
  withoutResults: ['empty', 'searched'],
  withoutClicks: ['unclicked', 'found'],
  notCovered: ['uncovered', 'asked'],
  weaklySupported: ['weak', 'asked'],
  votedDown: ['down', 'down', 'up'],
} as const satisfies Readonly<Record<Kind, readonly (keyof TopicReaders)[]>>

export interface NearSection {
  /** Id of the section, or its address if the log has no id. */
  readonly id: string
  readonly title?: string
}

/** A topic as a report shows it: text of readers on one line, without invisible characters, and cut. */
export interface ReportedTopic {
  /** The shortest query of the largest group. */
  readonly query: string
  readonly variants: readonly string[]
  readonly readers: number
  readonly affected: number
  readonly nearest: readonly NearSection[]
  /** Words of the query that no section has; absent if the content isn't available. */
  readonly missing?: readonly string[]
  /** Reasons of readers who voted down, with their numbers, and some of their notes. */
  readonly reasons?: Readonly<Record<string, number>>
  readonly notes?: readonly string[]
  /** The remedy for the owner, without names of sections and text of readers. */
  readonly advice: string
}

export interface Report extends Readonly<Record<Kind, readonly ReportedTopic[]>> {
  readonly version: typeof REPORT_VERSION
  readonly from: string | null
  readonly to: string | null
  readonly lines: Readonly<Tally['lines']>
  readonly days: readonly Readonly<DayCounts>[]
  /** Share of readers with results who opened one, or got an answer; null if the log has no click. */
  readonly clickRate: number | null
  readonly topQueries: readonly Pick<ReportedTopic, 'query' | 'variants' | 'readers'>[]
  /** Number of topics that are left out because they have too few readers. */
  readonly rare: Readonly<Record<Kind, number>>
  /** Number of readers of rare topics that were dropped to bound memory. */
  readonly leftOut: number
}

interface FoundContent {
  readonly nearest: readonly NearSection[]
  readonly missing: readonly string[]
}

export type LookUp = (query: string) => Promise<FoundContent>

/** The report of a tally after its last line, and its topics; `lookUp` is null if the content isn't available. */
export async function makeReport(tally: Tally, lookUp: LookUp | null) {
  const topics = findTopics(finishGroups(tally))
  const days = [...tally.days.values()].sort((a, b) => (a.day < b.day ? -1 : 1))
  const rates = ratesOf(topics)
  const { clickRate } = rates
  const gaps = ofEachKind((kind) => gapsOf(kind, topics, rates))
  const contents = new Map<Topic, FoundContent>()
  for (const topic of new Set(Object.values(gaps).flat())) {
    if (lookUp !== null) contents.set(topic, await lookUp(topic.leader.query))
  }
  const report: Report = {
    version: REPORT_VERSION,
    from: days.at(0)?.day ?? null,
    to: days.at(-1)?.day ?? null,
    lines: tally.lines,
    days,
    clickRate: clickRate === null ? null : Math.round(clickRate * 1_000) / 1_000,
    topQueries: topics.slice(0, MAX_LISTED).map(nameOf),
    rare: ofEachKind((kind) => (kind === 'withoutClicks' && clickRate === null ? 0 : countRare(kind, topics))),
    ...ofEachKind((kind) => gaps[kind].map((topic) => describe(kind, topic, contents.get(topic) ?? null))),
    leftOut: tally.droppedReaders,
  }
  return { report, topics }
}

function ofEachKind<T>(make: (kind: Kind) => T): Readonly<Record<Kind, T>> {
  return {
    withoutResults: make('withoutResults'),
    withoutClicks: make('withoutClicks'),
    notCovered: make('notCovered'),
    weaklySupported: make('weaklySupported'),
    votedDown: make('votedDown'),
  }
}

function describe(kind: Kind, topic: Topic, content: FoundContent | null): ReportedTopic {
  return {
    ...nameOf(topic),
    affected: affectedOf(kind, topic),
    nearest: (content?.nearest ?? nearestOf(topic)).slice(0, MAX_NEAREST),
    ...(content !== null && { missing: content.missing }),
    ...(kind === 'votedDown' && complaintsOf(topic)),
    advice: adviceOf(kind, content?.missing ?? []),
  }
}

type Rates = ReturnType<typeof ratesOf>

/** The rates of all readers, with which those of one topic are compared, and the significance levels of a difference. */
function ratesOf(topics: readonly Topic[]) {
  const chanceFor = (tested: readonly Topic[]) => CHANCE / Math.max(1, tested.length)
  const [clicked, found] = [sumOf(topics, 'clicked'), sumOf(topics, 'found')]
  const others = topics.filter((topic) => !isMostly('votedDown', topic))
  return {
    /** Share of readers with results who opened one; null for a log without clicks: some search boxes report none. */
    clickRate: clicked === 0 || found === 0 ? null : 1 - sumOf(topics, 'unclicked') / found,
    unclickedChance: chanceFor(topics.filter(({ readers }) => readers.found >= MIN_UNCLICKED)),
    /** Share of readers with an answer who voted it down, of topics that are not mostly voted down. */
    downRate: Math.min(1, (sumOf(others, 'down') + 1) / (sumOf(others, 'asked') + PRIOR_READERS)),
    downChance: chanceFor(topics.filter(({ readers }) => readers.down + readers.up >= MIN_READERS)),
  }
}

function sumOf(topics: readonly Topic[], name: keyof TopicReaders): number {
  return topics.reduce((sum, { readers }) => sum + readers[name], 0)
}

function gapsOf(kind: Kind, topics: readonly Topic[], rates: Rates): readonly Topic[] {
  const gaps = topics.filter((topic) => isGap(kind, topic, rates))
  return gaps.sort((a, b) => affectedOf(kind, b) - affectedOf(kind, a)).slice(0, MAX_LISTED)
}

function affectedOf(kind: Kind, { readers }: Topic): number {
  return readers[READERS[kind][0]]
}

function isGap(kind: Kind, topic: Topic, { clickRate, unclickedChance, downRate, downChance }: Rates): boolean {
  const affected = affectedOf(kind, topic)
  if (affected < minReadersOf(kind) || !isMostly(kind, topic)) return false
  const { found, asked, down, up } = topic.readers
  if (kind === 'withoutClicks') {
    return clickRate !== null && chanceOfFewer(found - affected, found, clickRate) < unclickedChance
  }
  if (kind === 'votedDown') {
    const answered = Math.max(asked, down + up)
    return chanceOfFewer(answered - affected, answered, 1 - downRate) < downChance
  }
  return true
}

function isMostly(kind: Kind, topic: Topic): boolean {
  const affected = affectedOf(kind, topic)
  const [, ...judged] = READERS[kind]
  return affected > 0 && affected >= judged.reduce((sum, name) => sum + topic.readers[name], 0) * MIN_SHARE
}

/** Minimum number of affected readers of a listed topic. */
export function minReadersOf(kind: Kind): number {
  return kind === 'withoutClicks' ? MIN_UNCLICKED : MIN_READERS
}

function countRare(kind: Kind, topics: readonly Topic[]): number {
  return topics.filter((topic) => isMostly(kind, topic) && affectedOf(kind, topic) < minReadersOf(kind)).length
}

/** Upper bound of the chance of at most `hits` in `trials` at a rate (Chernoff, Hoeffding); 1 for a larger share. */
function chanceOfFewer(hits: number, trials: number, rate: number): number {
  const share = hits / trials
  if (share >= rate) return 1
  if (rate === 1) return 0
  const divergence =
    (share === 0 ? 0 : share * Math.log(share / rate)) + (1 - share) * Math.log((1 - share) / (1 - rate))
  return Math.exp(-trials * divergence)
}

function nameOf({ leader, groups, readers }: Topic): Pick<ReportedTopic, 'query' | 'variants' | 'readers'> {
  const query = shownText(leader.query)
  const others = groups.map((group) => shownText(group.query)).filter((other) => other !== query)
  return { query, variants: [...new Set(others)].slice(0, MAX_VARIANTS), readers: readers.all }
}

function nearestOf({ groups }: Topic): readonly NearSection[] {
  const ids = groups.find(({ nearest }) => nearest.length > 0)?.nearest ?? []
  return ids.map((id) => ({ id: shownText(id) }))
}

function complaintsOf({ groups }: Topic): Pick<ReportedTopic, 'reasons' | 'notes'> {
  const complaints = groups.flatMap((group) => group.complaints)
  const reasons = countBy(complaints.flatMap(({ reason }) => reason ?? []), (reason) => reason)
  const notes = complaints.map(({ note = '' }) => shownText(note)).filter((note) => note !== '')
  return {
    reasons: Object.fromEntries([...reasons].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))),
    notes: [...new Set(notes)].sort().slice(0, MAX_NOTES),
  }
}

function adviceOf(kind: Kind, missing: readonly string[]): string {
  if (missing.length > 0) {
    const place = 'to the section that answers this, to the aliases of its page, or to its queries (--queries)'
    return `add the missing words ${place}; if no section does, write one`
  }
  switch (kind) {
    case 'withoutResults': return 'write the section, or give the page that has the answer this name as an alias'
    case 'withoutClicks': return 'readers saw results and opened none: say it in a heading, or write the section'
    case 'notCovered': return 'the content does not answer this: write the section'
    case 'weaklySupported': return 'answers had little to cite: say it plainly in one section'
    case 'votedDown': return 'read the answer and its sources: they are wrong, outdated or incomplete'
  }
}

function shownText(text: string): string {
  const points = [...foldSpace(stripInvisible(text.toWellFormed())).trim()]
  return points.length <= MAX_TEXT_CODE_POINTS
    ? points.join('')
    : `${points.slice(0, MAX_TEXT_CODE_POINTS - 1).join('')}…`
}

/** `12 readers` and, if not all of them are affected, `9 of 12 readers`. */
export function readersOf({ readers, affected }: Pick<ReportedTopic, 'readers' | 'affected'>): string {
  return affected >= readers ? count(readers, 'reader') : `${groupDigits(affected)} of ${count(readers, 'reader')}`
}
