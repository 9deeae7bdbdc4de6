/**
 * A week of readers, made by a generator that knows the truth: which topics the docs cover, which they don't, and who
 * asks for what. Covered topics have as many failures as real ones: readers who open nothing, typing errors, single
 * verdicts.
 */
import { page } from './chunk.ts'
import { createRandom } from './random.ts'

/** The way in which the docs leave a planted topic. */
export type GapKind = 'no-section' | 'not-covered' | 'unsupported' | 'outdated'

/** A planted gap. */
export interface PlantedGap {
  readonly name: string
  readonly kind: GapKind
  /** Readers who ask for it. */
  readonly askers: number
}

/** One reader: types a query, and opens a result or not; or asks, and judges the answer or not. */
export type Session =
  | { readonly type: 'search'; readonly view: string; readonly query: string; readonly typed: readonly string[]; readonly clicks: boolean; readonly gap: PlantedGap | null }
  | { readonly type: 'ask'; readonly view: string; readonly query: string; readonly verdict: 'up' | 'down' | null; readonly gap: PlantedGap | null }

const COVERED = `routing caching redirects headers styling fonts images markdown translation plugins themes sidebar testing
  deployment middleware sessions cookies analytics sitemap favicon prefetch scripts typescript environment logging`.split(/\s+/)
const OF_COVERED = ['options', 'errors', 'example', 'defaults']

/** Topics that no section has a word of, with the kinds of their gaps. */
const GAPS: readonly (readonly [name: string, kind: GapKind])[] = [
  ['throttle requests', 'no-section'], ['kerberos tickets', 'no-section'], ['grpc bridge', 'no-section'], ['offline bundle', 'no-section'],
  ['invoice payment', 'not-covered'], ['windows arm', 'not-covered'], ['hipaa audit', 'not-covered'],
  ['memory tuning', 'unsupported'], ['cold start', 'unsupported'],
  ['fonts license', 'outdated'], ['cookies consent', 'outdated'],
]
const SEARCHED = [(name: string) => name, (name: string) => `how to ${name}`, (name: string) => `${name}s`, (name: string) => name.split(' ').reverse().join(' ')]
const ASKED = [(name: string) => `What about ${name}?`, (name: string) => `how do I get ${name}`, (name: string) => `Is there ${name} and why`]

/** The pages of the docs, one for each covered topic. */
export const WEEK_PAGES = COVERED.map((topic) => page(`guides/${topic}`, {
  [`${topic} options`]: `Set the options of ${topic} in the configuration. Defaults are listed below.`,
  [`${topic} errors`]: `Errors of ${topic} are shown in the console with an example.`,
}))

/** The sessions of a week, in order, and the planted gaps. */
export function scriptedWeek(sessions: number, seed: number): { readonly sessions: readonly Session[]; readonly gaps: readonly PlantedGap[] } {
  const { below, pick } = createRandom(seed)
  const share = () => below(1_000_000) / 1_000_000
  const isOnce = (chance: number) => share() < chance
  const gaps = GAPS.map(([name, kind], at): PlantedGap => ({ name, kind, askers: at % 4 === 3 ? 4 + below(8) : 20 + below(Math.max(4, sessions / 100)) }))
  const all: Session[] = []
  let views = 0

  function search(query: string, clicks: boolean, gap: PlantedGap | null): Session {
    const typed = [0.4, 0.8].map((part) => query.slice(0, Math.ceil(query.length * part)))
    return { type: 'search', view: `view-${views += 1}`, query, typed, clicks, gap }
  }

  function ask(query: string, verdict: 'up' | 'down' | null, gap: PlantedGap | null): Session {
    return { type: 'ask', view: `view-${views += 1}`, query, verdict, gap }
  }

  for (const gap of gaps) {
    for (let asker = 0; asker < gap.askers; asker += 1) {
      if (gap.kind === 'no-section') all.push(search(pick(SEARCHED)(gap.name), isOnce(0.04), gap))
      else all.push(ask(pick(ASKED)(gap.name), gap.kind === 'outdated' && isOnce(0.8) ? 'down' : null, gap))
    }
  }
  while (all.length < sessions) {
    // Few topics are asked for often, many rarely.
    const topic = COVERED[Math.floor(COVERED.length * share() ** 2)] ?? ''
    const name = isOnce(0.5) ? topic : `${topic} ${pick(OF_COVERED)}`
    const misspelled = isOnce(0.03) ? name.slice(0, -1) + pick(['x', 'q', 'zz']) : name
    if (isOnce(0.8)) all.push(search(isOnce(0.3) ? `how to ${misspelled}` : misspelled, isOnce(0.6), null))
    else all.push(ask(pick(ASKED)(name), isOnce(0.05) ? 'down' : isOnce(0.1) ? 'up' : null, null))
  }
  for (let at = all.length - 1; at > 0; at -= 1) {
    const other = below(at + 1)
    ;[all[at], all[other]] = [all[other]!, all[at]!]
  }
  return { sessions: all, gaps }
}

/** The turn of a model that knows the truth: what it writes for a question. */
export function truthfulTurn(question: string): string {
  const gap = GAPS.find(([name]) => name.split(' ').every((word) => question.includes(word)))
  switch (gap?.[1]) {
    case 'not-covered': return 'ANSWER: NOT_IN_DOCS\nThe documentation does not say.'
    case 'unsupported': return 'ANSWER:\nIt is usually fine. Try it and see what happens.'
    default: return 'ANSWER:\nSet the options in the configuration [1].'
  }
}

/** The planted gap that a query asks for, null for a covered topic. */
export function gapOf(query: string, { gaps }: ReturnType<typeof scriptedWeek>): PlantedGap | null {
  const words = query.toLowerCase()
  return gaps.find(({ name }) => name.split(' ').every((word) => words.includes(word))) ?? null
}
