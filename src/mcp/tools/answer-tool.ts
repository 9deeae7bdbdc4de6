/** The tool that lets the service's model answer a question. */
import { type Answer, collapseAnswer } from '../../answer/events/collapse.ts'
import type { AnswerEvent, KeywordResponse } from '../../answer/events/event.ts'
import { AskError } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import { readArguments } from './arguments.ts'
import { cutText, fill, sizeOf, sizeOfBoth } from './bounds.ts'
import { renderCited, renderCut, renderResult, renderTotals } from './render.ts'
import { ANSWER_OUTPUT } from './schema.ts'
import type { Tool, ToolCall, ToolOutput } from './tool.ts'

/** Shares of the room for sources and searches of an answer that is too large as a whole. */
const SOURCES_SHARE = 0.375
const SEARCHES_SHARE = 0.125

/** The tool `answer`; `site` is what descriptions call the site. */
export function createAnswerTool(site: string): Tool {
  return {
    name: 'answer',
    title: 'Answer a question',
    description:
      `Have a question about ${site} answered in a few sentences with links to its sections. ` +
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
  if (reply.type === 'keyword') return showKeywords(reply.response, room)
  return showAnswer(await collapseAnswer(reply.events, createWatch(progress)), room)
}

/** Progress by the events of an answer, without its text, which comes as a whole. */
function createWatch(progress: (message: string) => void): (event: AnswerEvent) => void {
  return function watch(event) {
    if (event.type === 'search') progress(`Reading: ${event.query}`)
    else if (event.type === 'sources') progress(`Answering from ${event.sources.length} sections`)
    else if (event.type === 'token') progress('Writing the answer')
  }
}

function showKeywords(response: KeywordResponse, room: number): ToolOutput {
  const { results, query, model, mode, warning } = response
  const head = [
    `No answer was generated: these are keyword results (mode: ${mode}).`,
    ...(warning === undefined ? [] : [warning]),
    results.length === 0 ? `Nothing found for: ${query}` : `Sections for: ${query}`,
    ...(model === '' ? [] : [`Model: ${model}`]),
  ]
  const shown = fill(results, room - 2 * sizeOf(head), sizeOfBoth(renderResult)).items
  const lines = [...head, ...shown.map(renderResult)]
  if (shown.length === results.length) return { data: { ...response }, text: lines.join('\n') }
  return {
    data: { ...response, results: shown, truncated: true, total: { results: results.length } },
    text: [...lines, renderCut(shown.length, results.length, 'Use search with fewer results, or other words.')].join('\n'),
  }
}

function showAnswer(whole: Answer, room: number): ToolOutput {
  if (sizeOf(whole) + sizeOf(render(whole)) <= room) return { data: { ...whole }, text: render(whole) }
  const total = { answerLength: whole.answer.length, sources: whole.sources.length, searches: whole.searches.length }
  const { outcome } = whole
  const short = outcome === undefined ? {} : { outcome: { ...outcome, cited: [], opened: [] } }
  const bare = { ...whole, ...short, answer: '', sources: [], searches: [] }
  const listRoom = room - sizeOf(bare) - sizeOf(render(bare))
  const sources = fill(whole.sources, listRoom * SOURCES_SHARE, sizeOfBoth(renderCited))
  const searches = fill(whole.searches, listRoom * SEARCHES_SHARE, sizeOfBoth(String))
  const answerRoom = listRoom * (1 - SOURCES_SHARE - SEARCHES_SHARE) + sources.roomLeft + searches.roomLeft
  const answer = cutText(whole.answer, answerRoom / 2)
  const shown = { ...whole, ...short, answer, sources: sources.items, searches: searches.items }
  return { data: { ...shown, truncated: true, total }, text: `${render(shown)}\n\n${renderTotals(total, 'Ask a narrower question, or read the sources with section_get.')}` }
}

function render({ answer, sources, searches, model, mode, outcome }: Answer): string {
  return [
    answer,
    outcome === undefined ? '' : renderOutcome(outcome),
    sources.length === 0 ? 'Sources: none' : `Sources:\n${sources.map(renderCited).join('\n')}`,
    searches.length === 0 ? '' : `Looked up: ${searches.join('; ')}`,
    `Model: ${model} (mode: ${mode})`,
  ].filter((part) => part !== '').join('\n\n')
}

/** Every value of an outcome, as text. */
function renderOutcome({ id, outcome, support, cited, opened }: NonNullable<Answer['outcome']>): string {
  const lists = [['Cited', cited], ['Opened', opened]] as const
  return [
    `Outcome: ${outcome} (support: ${support}, id: ${id})`,
    ...lists.flatMap(([name, urls]) => (urls.length === 0 ? [] : [`${name}: ${urls.join(', ')}`])),
  ].join('\n')
}
