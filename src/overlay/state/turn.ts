/** The events of an answer, folded into one record: a question with its answer so far. */
import type { KeywordResult, Source } from '../../answer/events/event.ts'
import type { ReplyEvent } from '../client/reply.ts'

/** Steps that are shown; later ones still happen. */
const MAX_STEPS = 50
/** UTF-16 units of an answer; a longer one is cut. */
const MAX_ANSWER_LENGTH = 200_000

/** One question and its answer so far. */
export interface Turn {
  readonly question: string
  /** `open` until its last event; `degraded` when results came in place of an answer. */
  readonly state: 'open' | 'done' | 'stopped' | 'failed' | 'degraded'
  readonly steps: readonly string[]
  readonly sources: readonly Source[]
  /** Markdown. */
  readonly text: string
  /** Reason of a failure, or of results in place of an answer; may be empty. */
  readonly reason: string
  readonly results: readonly KeywordResult[]
}

/** A turn without any event. */
export function startTurn(question: string): Turn {
  return { question, state: 'open', steps: [], sources: [], text: '', reason: '', results: [] }
}

/** The turn after an event. A turn that has ended stays as it is. */
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
  const links = sources.map((source) => ({ source, at: text.indexOf(`](${source.url})`) }))
  return links.filter(({ at }) => at !== -1).sort((a, b) => a.at - b.at).map(({ source }) => source)
}

/** Tells a step that opened a section, which is named like a source, from one that searched. */
export function isOpened(step: string, { sources }: Turn): boolean {
  return sources.some(({ heading, title }) => (heading ?? title) === step)
}

/** Formats a turn as Markdown for other programs; `absolute` turns a link of the site into a full address. */
export function turnToMarkdown(turn: Turn, sourcesTitle: string, absolute: (url: string) => string): string {
  const cited = citedSources(turn)
  const text = cited.reduce((all, { url }) => all.replaceAll(`](${url})`, `](${absolute(url)})`), turn.text)
  const list = cited.map((source) => `- [${sourceName(source).replace(/[[\]\\]/g, '\\$&')}](${absolute(source.url)})`)
  const sources = list.length > 0 ? `\n\n${sourcesTitle}:\n\n${list.join('\n')}` : ''
  return `## ${turn.question}\n\n${text.trim()}${sources}\n`
}

/** Title and heading of a section, or its address where it has no name. */
export function sourceName({ title, heading, url }: Source): string {
  return [title, heading].filter((part, i, all) => part !== undefined && part !== all[i - 1]).join(' › ') || url
}
