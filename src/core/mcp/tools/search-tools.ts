/** The tools that find sections by keywords, show what the site covers, and let the service's model answer. */
import {
  type Answer, type AnswerEvent, collapseAnswer, type KeywordResponse, type KeywordResult,
} from '../../answer/event.ts'
import { moveLinks } from '../../answer/ground/ground.ts'
import { AskError } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import { count } from '../../base/text.ts'
import { firstSections, type SectionSummary } from '../../graph/knowledge.ts'
import { formatOverview } from '../../graph/overview.ts'
import {
  createLocate, cutText, fill, type Locate, renderCited, renderCut, renderResult, showRecord, sizeOf, sizeOfBoth,
} from './render.ts'
import {
  CUT, cutTo, inputOf, listOf, readArguments, record, STRINGS, strings, type Tool, type ToolCall, type ToolOutput,
} from './tool.ts'

const DEFAULT_RESULTS = 8
const MAX_RESULTS = 50

const KEYWORD_RESULT = strings('title', 'url', 'snippet')
const KEYWORD_OPTIONAL = strings('heading', 'group')

/** The tool `search`; `site` is the site's name in descriptions. */
export function createSearchTool(site: string): Tool {
  return {
    name: 'search',
    title: 'Search the docs',
    description:
      `Find sections of ${site} by keywords, best first. Use it for every question: ` +
      'a few words as the docs would put them, names of options and functions as they are written. ' +
      'Then read a result with section_get and its id. Nothing found: fewer or other words, or overview.',
    inputSchema: inputOf(
      {
        query: { type: 'string', description: 'Keywords, such as: trailing slash config' },
        maxResults: {
          type: 'integer',
          minimum: 1,
          maximum: MAX_RESULTS,
          description: `Results to show (default ${DEFAULT_RESULTS})`,
        },
        filter: {
          ...inputOf({
            lang: { type: 'string', description: 'Language tag, such as en' },
            version: { type: 'string', description: 'Version, from a result' },
            group: { type: 'string', description: 'Name of a group, from a result' },
          }),
          description: 'Only sections with exactly these values',
        },
      },
      'query',
    ),
    outputSchema: record(
      {
        ...strings('query'),
        results: listOf(record(
          { ...strings('id'), ...KEYWORD_RESULT },
          { ...KEYWORD_OPTIONAL, ...strings('version'), alsoIn: STRINGS },
        )),
      },
      CUT,
    ),
    call: search,
  }
}

async function search(args: JsonObject, { source, room, signal }: ToolCall): Promise<ToolOutput> {
  const reader = readArguments('search', args)
  const limit = reader.number('maxResults', [1, MAX_RESULTS], DEFAULT_RESULTS)
  const filter = reader.filter()
  // An empty filter is not sent, because a deployed service may not know filters.
  const options = Object.keys(filter).length === 0 ? {} : { filter }
  const knowledge = await source.knowledge(signal)
  const { query, results } = await knowledge.search(reader.query(), limit, options)
  const head = [`${results.length === 0 ? 'Nothing found' : 'Sections'} for: ${query}`]
  const next = 'Use more exact words, a filter, or a smaller maxResults.'
  const { shown, isWhole, text } = showResults(results, { head, next, room, locate: createLocate(source.origin) })
  return { data: { query, results: shown, ...(!isWhole && { truncated: true, total: results.length }) }, text }
}

/** What a text has besides results: the lines before them, and advice on how to get what a cut list lacks. */
interface ResultsContext {
  readonly head: readonly string[]
  readonly next: string
  readonly room: number
  readonly locate: Locate
}

function showResults(results: readonly KeywordResult[], { head, next, room, locate }: ResultsContext) {
  const render = (result: KeywordResult) => renderResult(result, locate)
  const shown = fill(results, room - 2 * sizeOf(head), sizeOfBoth(render)).items
  const isWhole = shown.length === results.length
  const note = isWhole ? [] : [renderCut(shown.length, results.length, next)]
  return { shown, isWhole, text: [...head, ...shown.map(render), ...note].join('\n') }
}

/** The tool `overview`; `site` is the site's name in descriptions. */
export function createOverviewTool(site: string): Tool {
  return {
    name: 'overview',
    title: 'What the docs cover',
    description:
      `Show what ${site} covers: an orientation and a table of contents by group. ` +
      'Use it first when you do not know the site; go on with search, or with sections_list for one group.',
    inputSchema: inputOf({}),
    outputSchema: record(strings('overview', 'context'), cutTo('overviewLength', 'contextLength')),
    call: showOverview,
  }
}

async function showOverview(_args: JsonObject, { source, room, signal }: ToolCall): Promise<ToolOutput> {
  const knowledge = await source.knowledge(signal)
  const { overview, context } = await knowledge.overview()
  const isLong = sizeOf(overview) > room / 2
  const { sections, isWhole } = isLong ? await firstSections(knowledge, null) : { sections: [], isWhole: false }
  const parts = [
    (room: number) => ({ context: cutText(context, room / 2) }),
    (room: number) => ({ overview: cutOverview(overview, room / 2, isWhole ? sections : null) }),
  ]
  return showRecord({ overview, context }, parts, {
    room,
    render: (shown) => [shown.context, shown.overview].filter(Boolean).join('\n\n') || 'There is no overview.',
    total: { overviewLength: overview.length, contextLength: context.length },
    next: 'For the rest use sections_list with a group.',
  })
}

/**
 * A table of contents of at most `room` bytes. It is built again from all sections, if they are at hand, so that all
 * groups are shortened equally.
 */
function cutOverview(overview: string, room: number, sections: readonly SectionSummary[] | null): string {
  if (sizeOf(overview) <= room || sections === null) return cutText(overview, room)
  const bytesPerUnit = sizeOf(overview) / overview.length
  return cutText(formatOverview(sections, Math.floor(room / bytesPerUnit)), room)
}

/** The tool `answer`; `site` is the site's name in descriptions. */
export function createAnswerTool(site: string): Tool {
  return {
    name: 'answer',
    title: 'Answer a question',
    description:
      `Answer a question about ${site} in a few sentences with links to its sections. ` +
      'Slow (up to a minute) and needs a service with a model; ' +
      'without one the result is a list of sections (mode keyword). ' +
      'For exact flags, defaults and code use search and section_get.',
    inputSchema: inputOf({ query: { type: 'string', description: 'The question, in a full sentence' } }, 'query'),
    outputSchema: record(
      { mode: { type: 'string', enum: ['agentic', 'keyword'] }, ...strings('model') },
      {
        answer: { type: 'string', description: 'Markdown; its links are sources' },
        sources: listOf(record(strings('url'), { ...strings('title', 'heading', 'group'), terms: STRINGS })),
        searches: STRINGS,
        outcome: record({}, { ...strings('id', 'outcome', 'support'), cited: STRINGS, opened: STRINGS }),
        warning: { type: 'string', description: 'Why there are keyword results instead of an answer' },
        ...strings('query'),
        results: listOf(record(KEYWORD_RESULT, KEYWORD_OPTIONAL)),
        ...cutTo('answerLength', 'sources', 'searches', 'results'),
      },
    ),
    usesModel: true,
    call: answer,
  }
}

async function answer(args: JsonObject, { source, room, signal, progress }: ToolCall): Promise<ToolOutput> {
  const query = readArguments('answer', args).query()
  if (source.ask === null) {
    const remedy = 'start the server with --endpoint URL. Use search and section_get instead.'
    throw new AskError('no-model', `answer needs a deployed service: ${remedy}`)
  }
  const reply = await source.ask(query, signal)
  const locate = createLocate(source.origin)
  if (reply.type === 'keyword') return showKeywords(reply.response, room, locate)
  return showAnswer(await collapseAnswer(reply.events, (event) => reportEvent(event, progress)), room, locate)
}

/** Reports the progress of an answer, without the text, which comes as a whole at the end. */
function reportEvent(event: AnswerEvent, progress: (message: string) => void): void {
  if (event.type === 'search') progress(`Reading: ${event.query}`)
  else if (event.type === 'sources') progress(`Answering from ${count(event.sources.length, 'section')}`)
  else if (event.type === 'token') progress('Writing the answer')
}

function showKeywords(response: KeywordResponse, room: number, locate: Locate): ToolOutput {
  const { results, query, model, mode, warning } = response
  const head = [
    `No answer was generated: these are keyword results (mode: ${mode}).`,
    ...(warning === undefined ? [] : [warning]),
    results.length === 0 ? `Nothing found for: ${query}` : `Sections for: ${query}`,
    ...(model === '' ? [] : [`Model: ${model}`]),
  ]
  const next = 'Use search with fewer results, or other words.'
  const { shown, isWhole, text } = showResults(results, { head, next, room, locate })
  const cut = !isWhole && { truncated: true, total: { results: results.length } }
  return { data: { ...response, results: shown, ...cut }, text }
}

function showAnswer(whole: Answer, room: number, locate: Locate): ToolOutput {
  const { answer, sources, searches, outcome } = whole
  /** Addresses that the answer may link to. */
  const urls = sources.map(({ url }) => url)
  const parts = [
    () => (outcome === undefined ? {} : { outcome: { ...outcome, cited: [], opened: [] } }),
    (room: number) => ({ sources: fill(sources, room, sizeOfBoth((source) => renderCited(source, locate))).items }),
    (room: number) => ({ searches: fill(searches, room, sizeOfBoth(String)).items }),
    (room: number) => ({ answer: cutText(answer, room / 2) }),
  ]
  return showRecord(whole, parts, {
    room,
    render: (shown) => renderAnswer(shown, urls, locate),
    total: { answerLength: answer.length, sources: sources.length, searches: searches.length },
    next: 'Ask a narrower question, or read the sources with section_get.',
  })
}

function renderAnswer(given: Answer, urls: readonly string[], locate: Locate): string {
  const { answer, sources, searches, model, mode, outcome } = given
  const sourceLines = sources.map((source) => renderCited(source, locate))
  return [
    urls.some((url) => locate(url) !== url) ? moveLinks(answer, urls, locate) : answer,
    outcome === undefined ? '' : renderOutcome(outcome, locate),
    sources.length === 0 ? 'Sources: none' : `Sources:\n${sourceLines.join('\n')}`,
    searches.length === 0 ? '' : `Looked up: ${searches.join('; ')}`,
    `Model: ${model} (mode: ${mode})`,
  ].filter((part) => part !== '').join('\n\n')
}

function renderOutcome(result: NonNullable<Answer['outcome']>, locate: Locate): string {
  const { id, outcome, support, cited, opened, followUps = [], contact } = result
  const lists = [['Cited', cited], ['Opened', opened]] as const
  return [
    `Outcome: ${outcome} (support: ${support}, id: ${id})`,
    ...lists.flatMap(([name, urls]) => (urls.length === 0 ? [] : [`${name}: ${urls.map(locate).join(', ')}`])),
    ...(followUps.length === 0 ? [] : [`To ask next: ${followUps.join('; ')}`]),
    ...(contact === undefined ? [] : [`For what the docs don't cover: ${contact}`]),
  ].join('\n')
}
