/** The tool that lets the service's model answer a question. */
import { type Answer, collapseAnswer } from '../../answer/events/collapse.ts'
import type { AnswerEvent, KeywordResponse, KeywordResult } from '../../answer/events/event.ts'
import { moveLinks } from '../../answer/ground/ground.ts'
import { AskError } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import { cutText, fill, sizeOf, sizeOfBoth } from './bounds.ts'
import { createLocate, type Locate, renderCited, renderCut, renderResult, renderTotals } from './render.ts'
import { ANSWER_OUTPUT } from './schema.ts'
import { readArguments, type Tool, type ToolCall, type ToolOutput } from './tool.ts'

/** Share of the room for the sources of an answer that must be cut. */
const SOURCES_SHARE = 0.375
/** Share of the room for its searches. */
const SEARCHES_SHARE = 0.125
/** Advice for a model: how to get what a cut answer lacks. */
const NEXT = 'Ask a narrower question, or read the sources with section_get.'

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
    inputSchema: {
      type: 'object',
      properties: { query: { type: 'string', description: 'The question, in a full sentence' } },
      required: ['query'],
      additionalProperties: false,
    },
    outputSchema: ANSWER_OUTPUT,
    isOpenWorld: true,
    hasProgress: true,
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
  const context = { room, locate: createLocate(source.origin) }
  if (reply.type === 'keyword') return showKeywords(reply.response, context)
  return showAnswer(await collapseAnswer(reply.events, createWatch(progress)), context)
}

/** A listener of an answer's events that reports progress, without the text, which comes as a whole at the end. */
function createWatch(progress: (message: string) => void): (event: AnswerEvent) => void {
  return function watch(event) {
    if (event.type === 'search') progress(`Reading: ${event.query}`)
    else if (event.type === 'sources') progress(`Answering from ${event.sources.length} sections`)
    else if (event.type === 'token') progress('Writing the answer')
  }
}

interface ShowContext {
  readonly room: number
  readonly locate: Locate
}

interface RenderContext {
  /** Addresses that the answer may link to. */
  readonly urls: readonly string[]
  readonly locate: Locate
}

function showKeywords(response: KeywordResponse, { room, locate }: ShowContext): ToolOutput {
  const { results, query, model, mode, warning } = response
  const head = [
    `No answer was generated: these are keyword results (mode: ${mode}).`,
    ...(warning === undefined ? [] : [warning]),
    results.length === 0 ? `Nothing found for: ${query}` : `Sections for: ${query}`,
    ...(model === '' ? [] : [`Model: ${model}`]),
  ]
  const render = (result: KeywordResult) => renderResult(result, locate)
  const shown = fill(results, room - 2 * sizeOf(head), sizeOfBoth(render)).items
  const lines = [...head, ...shown.map(render)]
  if (shown.length === results.length) return { data: { ...response }, text: lines.join('\n') }
  const note = renderCut(shown.length, results.length, 'Use search with fewer results, or other words.')
  return {
    data: { ...response, results: shown, truncated: true, total: { results: results.length } },
    text: [...lines, note].join('\n'),
  }
}

function showAnswer(whole: Answer, { room, locate }: ShowContext): ToolOutput {
  const context = { urls: whole.sources.map(({ url }) => url), locate }
  const sizeOfOutput = (answer: Answer) => sizeOf(answer) + sizeOf(render(answer, context))
  if (sizeOfOutput(whole) <= room) return { data: { ...whole }, text: render(whole, context) }
  const total = { answerLength: whole.answer.length, sources: whole.sources.length, searches: whole.searches.length }
  const { outcome } = whole
  const short = outcome === undefined ? {} : { outcome: { ...outcome, cited: [], opened: [] } }
  const bare = { ...whole, ...short, answer: '', sources: [], searches: [] }
  const listRoom = room - sizeOfOutput(bare)
  const sources = fill(whole.sources, listRoom * SOURCES_SHARE, sizeOfBoth((source) => renderCited(source, locate)))
  const searches = fill(whole.searches, listRoom * SEARCHES_SHARE, sizeOfBoth(String))
  const lists = { ...whole, ...short, sources: sources.items, searches: searches.items }
  let answerRoom = listRoom * (1 - SOURCES_SHARE - SEARCHES_SHARE) + sources.roomLeft + searches.roomLeft
  let shown = { ...lists, answer: cutText(whole.answer, answerRoom / 2) }
  // The text is larger than the data if its links got an origin.
  for (let excess = sizeOfOutput(shown) - room; excess > 0 && answerRoom > 0; excess = sizeOfOutput(shown) - room) {
    answerRoom -= excess
    shown = { ...lists, answer: cutText(whole.answer, answerRoom / 2) }
  }
  const text = `${render(shown, context)}\n\n${renderTotals(total, NEXT)}`
  return { data: { ...shown, truncated: true, total }, text }
}

function render({ answer, sources, searches, model, mode, outcome }: Answer, { urls, locate }: RenderContext): string {
  const sourceLines = sources.map((source) => renderCited(source, locate))
  return [
    urls.some((url) => locate(url) !== url) ? moveLinks(answer, urls, locate) : answer,
    outcome === undefined ? '' : renderOutcome(outcome, locate),
    sources.length === 0 ? 'Sources: none' : `Sources:\n${sourceLines.join('\n')}`,
    searches.length === 0 ? '' : `Looked up: ${searches.join('; ')}`,
    `Model: ${model} (mode: ${mode})`,
  ].filter((part) => part !== '').join('\n\n')
}

/** All values of an outcome, as text. */
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
