/** The tools for the glossary: all terms, or one of them. */
import { AskError } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import type { GlossaryEntry } from '../../graph/graph.ts'
import { nearestNames } from '../../graph/names.ts'
import { cutText, fill, shorten, sizeOf, sizeOfBoth } from './bounds.ts'
import { quote, renderCut, renderEntry, renderNearest, renderTotals } from './render.ts'
import { GLOSSARY_GET_OUTPUT, GLOSSARY_LIST_OUTPUT } from './schema.ts'
import { readArguments, type Tool, type ToolCall, type ToolOutput } from './tool.ts'

/** Lengths to which definitions are cut, in UTF-16 units. They are tried in this order until all terms fit. */
const DEFINITION_LENGTHS = [400, 200, 100]
/** Share of the room that the aliases of one term may take. */
const ALIASES_SHARE = 0.25

/** The tools `glossary_list` and `glossary_get`; `site` is the site's name in descriptions. */
export function createGlossaryTools(site: string): readonly Tool[] {
  return [
    {
      name: 'glossary_list',
      title: 'List glossary terms',
      description:
        `List the terms that ${site} explains, with aliases and definitions. ` +
        'Use it to learn the vocabulary; use glossary_get for one term and search for a question. ' +
        'Long definitions are cut (…) when the list is long.',
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
      outputSchema: GLOSSARY_LIST_OUTPUT,
      isOpenWorld: false,
      hasProgress: false,
      call: listTerms,
    },
    {
      name: 'glossary_get',
      title: 'Explain a term',
      description:
        `Explain one term of ${site}: its definition and aliases. The term can be an alias, in upper or lower case. ` +
        'Use search when it is not in the glossary.',
      inputSchema: {
        type: 'object',
        properties: { term: { type: 'string', description: 'Term or alias, such as SSR' } },
        required: ['term'],
        additionalProperties: false,
      },
      outputSchema: GLOSSARY_GET_OUTPUT,
      isOpenWorld: false,
      hasProgress: false,
      call: explainTerm,
    },
  ]
}

async function listTerms(_args: JsonObject, { source, room, signal }: ToolCall): Promise<ToolOutput> {
  const knowledge = await source.knowledge(signal)
  const { terms } = await knowledge.glossary()
  let shown = fill(terms, room, sizeOfEntry).items
  const isWhole = shown.length === terms.length
  for (const length of isWhole ? [] : DEFINITION_LENGTHS) {
    const cut = terms.map((entry) => ({ ...entry, definition: shorten(entry.definition, length) }))
    shown = fill(cut, room, sizeOfEntry).items
    if (shown.length === terms.length) break
  }
  const text = terms.length === 0 ? 'The glossary is empty.' : shown.map(renderEntry).join('\n\n')
  if (isWhole) return { data: { terms }, text }
  return {
    data: { terms: shown, truncated: true, total: terms.length },
    text: `${text}\n\n${renderCut(shown.length, terms.length, 'Ask for one term with glossary_get.')}`,
  }
}

async function explainTerm(args: JsonObject, { source, room, signal }: ToolCall): Promise<ToolOutput> {
  const name = readArguments('glossary_get', args).name('term')
  const knowledge = await source.knowledge(signal)
  const entry = await knowledge.term(name)
  if (entry !== null) return showEntry(entry, room)
  throw unknownTerm(name, (await knowledge.glossary()).terms)
}

function unknownTerm(name: string, terms: readonly GlossaryEntry[]): AskError {
  const near = nearestNames(name, terms.flatMap(({ term, aliases }) => [term, ...aliases]))
  const list = terms.length === 0 ? 'Use search: the glossary is empty.' : 'Use search, or glossary_list for all terms.'
  return new AskError('not-found', `No glossary term ${quote(name)}.${renderNearest(near)} ${list}`)
}

function showEntry(entry: GlossaryEntry, room: number): ToolOutput {
  if (sizeOfEntry(entry) <= room) return { data: { ...entry }, text: renderEntry(entry) }
  const total = { aliases: entry.aliases.length, definitionLength: entry.definition.length }
  const aliases = fill(entry.aliases, room * ALIASES_SHARE, (alias) => 2 * sizeOf(alias)).items
  const definitionRoom = room - sizeOfEntry({ ...entry, aliases, definition: '' })
  const shown = { ...entry, aliases, definition: cutText(entry.definition, definitionRoom / 2) }
  const note = renderTotals(total, 'Use search for sections that explain it.')
  return { data: { ...shown, truncated: true, total }, text: `${renderEntry(shown)}\n\n${note}` }
}

const sizeOfEntry = sizeOfBoth(renderEntry)
