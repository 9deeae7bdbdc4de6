/** One question with what came of it so far: the events of its answer, folded. */
import type { KeywordResult, Source } from '../../answer/events/event.ts'
import type { ReplyEvent } from '../client/reply.ts'

/** Steps that are kept; later ones still happen. */
const MAX_STEPS = 50
/** UTF-16 units of an answer; what is longer is cut. */
const MAX_ANSWER_LENGTH = 200_000

export interface Turn {
  readonly question: string
  /** `open` until its last event; `degraded` when results came in place of an answer. */
  readonly state: 'open' | 'done' | 'stopped' | 'failed' | 'degraded'
  readonly steps: readonly string[]
  readonly sources: readonly Source[]
  /** Markdown. */
  readonly text: string
  /** Why it failed, or why there are only results; may be empty. */
  readonly reason: string
  readonly results: readonly KeywordResult[]
}

export function startTurn(question: string): Turn {
  return { question, state: 'open', steps: [], sources: [], text: '', reason: '', results: [] }
}

/** The turn after an event. What has ended stays as it is. */
export function nextTurn(turn: Turn, event: ReplyEvent): Turn {
  if (turn.state !== 'open') return turn
  switch (event.type) {
    case 'search':
      return { ...turn, steps: [...turn.steps, event.query].slice(0, MAX_STEPS) }
    case 'sources':
      return { ...turn, sources: event.sources }
    case 'token':
      return { ...turn, text: (turn.text + event.text).slice(0, MAX_ANSWER_LENGTH) }
    case 'done':
      return { ...turn, state: 'done' }
    case 'error':
      return { ...turn, state: 'failed', reason: event.error }
    case 'stop':
      return { ...turn, state: 'stopped' }
    case 'keyword':
      return { ...turn, state: 'degraded', results: event.results, reason: event.warning }
  }
}

/** Sources that the answer links to, in the order of their first links. */
export function citedSources({ sources, text }: Turn): readonly Source[] {
  const places = sources.map((source) => ({ source, at: text.indexOf(`](${source.url})`) }))
  return places.filter(({ at }) => at !== -1).sort((a, b) => a.at - b.at).map(({ source }) => source)
}

/** Whether a step opened a section, rather than searched: then a source is named so. */
export function isOpened(step: string, { sources }: Turn): boolean {
  return sources.some(({ heading, title }) => (heading ?? title) === step)
}

/** The whole of it as Markdown for elsewhere; `absolute` gives a link of the site its full address. */
export function turnToMarkdown(turn: Turn, sourcesTitle: string, absolute: (url: string) => string): string {
  const cited = citedSources(turn)
  const text = cited.reduce((all, { url }) => all.replaceAll(`](${url})`, `](${absolute(url)})`), turn.text)
  const list = cited.map((source) => `- [${sourceName(source).replace(/[[\]\\]/g, '\\$&')}](${absolute(source.url)})`)
  return [`## ${turn.question}`, text.trim(), ...(list.length > 0 ? [`${sourcesTitle}:`, list.join('\n')] : [])].join('\n\n') + '\n'
}

/** Title and heading of a section, as far as they are known. */
export function sourceName({ title, heading, url }: Source): string {
  return [title, heading].filter((part, i, all) => part !== undefined && part !== all[i - 1]).join(' › ') || url
}
