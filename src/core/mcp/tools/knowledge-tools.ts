/** The tools for sections and for the glossary: the list of them, and one in full. */
import { AskError } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import { countBy, shorten } from '../../base/text.ts'
import type { GlossaryEntry, KnowledgeNode } from '../../graph/graph.ts'
import {
  firstSections, type FirstSections, type GroupSize, type Knowledge, type SectionSummary,
} from '../../graph/knowledge.ts'
import { nearestNames } from '../../graph/names.ts'
import {
  createLocate, cutText, fill, type Locate, quote, renderCut, renderEntry, renderFact, renderNearest, renderSection,
  renderSource, renderSummary, showRecord, sizeOf, sizeOfBoth,
} from './render.ts'
import {
  CUT, cutTo, inputOf, listOf, readArguments, record, STRING_OR_NULL, STRINGS, strings, type Tool, type ToolCall,
  type ToolOutput,
} from './tool.ts'

/** Share of the room for the groups of a list. */
const GROUPS_SHARE = 0.125
/** Least room for the text of a section, in bytes: a shorter beginning is of no use. */
const MIN_TEXT_ROOM = 400
/** Bytes reserved for the note after a text that was cut. */
const CUT_NOTE_BYTES = 150

const PLACE = { heading: STRING_OR_NULL, group: STRING_OR_NULL }
const GLOSSARY_ENTRY = { ...strings('term', 'definition'), aliases: STRINGS }

/** The tools `sections_list` and `section_get`; `site` is the site's name in descriptions. */
export function createSectionTools(site: string): readonly Tool[] {
  return [
    {
      name: 'sections_list',
      title: 'List sections',
      description:
        `List the sections of ${site} with id, title and url. ` +
        'Use it to see what a group holds; search is better for a question. ' +
        'A long list is cut (truncated) and then names the groups: ask for one of them. ' +
        'Read a section with section_get.',
      inputSchema: inputOf({
        group: { type: 'string', description: 'Exact name of a group; without it all sections are listed' },
      }),
      outputSchema: record({ sections: listOf(record(strings('id', 'title', 'url'), PLACE)) }, {
        ...CUT,
        groups: {
          ...listOf(record({ ...strings('group'), sections: { type: 'integer' } })),
          description: 'Groups of the site and how many sections each has; ask for one of them',
        },
      }),
      call: listSections,
    },
    {
      name: 'section_get',
      title: 'Read a section',
      description:
        `Read one section of ${site}: summary, facts (flags, defaults, values, keys, code; exact to the character), ` +
        'where they come from and, if available, the text as Markdown. ' +
        'Ids come from search or sections_list. Quote facts exactly.',
      inputSchema: inputOf(
        { id: { type: 'string', description: 'Section id, such as guides/routing#static-routes' } },
        'id',
      ),
      outputSchema: record(
        {
          ...strings('id', 'kind', 'title', 'url', 'summary', 'mode'),
          facts: listOf(record(strings('kind', 'literal', 'chunkId'))),
          sources: listOf(record(strings('chunkId', 'url'), { anchor: STRING_OR_NULL })),
          terms: STRINGS,
        },
        { ...PLACE, ...cutTo('summaryLength', 'facts', 'sources', 'terms') },
      ),
      call: readSection,
    },
  ]
}

async function listSections(args: JsonObject, { source, room, signal }: ToolCall): Promise<ToolOutput> {
  const group = readArguments('sections_list', args).optionalName('group')
  const knowledge = await source.knowledge(signal)
  const listed = await firstSections(knowledge, group)
  const { sections, isWhole } = listed
  const locate = createLocate(source.origin)
  const render = (section: SectionSummary) => renderSummary(section, locate)
  const fitting = fill(sections, room, sizeOfBoth(render)).items
  if (isWhole && fitting.length === sections.length && sections.length > 0) {
    return { data: { sections }, text: sections.map(render).join('\n') }
  }
  const sizes = await groupSizes(knowledge, group === null ? listed : await firstSections(knowledge, null))
  const named = sizes.flatMap(({ group, sections }) => (group === null ? [] : { group, sections }))
  const { items: groups, roomLeft } = fill(named, room * GROUPS_SHARE, sizeOfBoth(renderGroup))
  const offer = groups.length === 0 ? '' : `\n\nGroups:\n${groups.map(renderGroup).join('\n')}`
  if (sections.length === 0) {
    const text = group === null ? 'There are no sections.' : `No section is in a group ${quote(group)}.`
    return { data: { sections, groups }, text: text + offer }
  }
  const counted = sizes.filter((size) => group === null || size.group === group)
  const total = isWhole ? sections.length : counted.reduce((sum, { sections }) => sum + sections, 0)
  const next = group === null ? 'Ask for one of the groups below, or use search.' : 'Use search for the others.'
  const shown = pagesFirst(sections, room * (1 - GROUPS_SHARE) + roomLeft, sizeOfBoth(render))
  return {
    data: { sections: shown, truncated: true, total, groups },
    text: `${shown.map(render).join('\n')}\n\n${renderCut(shown.length, total, next)}${offer}`,
  }
}

/** The sections that fit, in their order. The intro of a page is preferred to its other sections. */
function pagesFirst(
  sections: readonly SectionSummary[],
  room: number,
  sizeOfSection: (section: SectionSummary) => number,
): readonly SectionSummary[] {
  const isPage = ({ id }: SectionSummary) => !id.includes('#')
  const ranked = [...sections.filter(isPage), ...sections.filter((section) => !isPage(section))]
  const fitting = new Set(fill(ranked, room, sizeOfSection).items)
  return sections.filter((section) => fitting.has(section))
}

/** The groups of the site, the largest first. */
async function groupSizes({ store }: Knowledge, listed: FirstSections): Promise<readonly GroupSize[]> {
  if (!listed.isWhole && store !== undefined) return store.groups()
  const counts = countBy(listed.sections, ({ group }) => group)
  const sizes = Array.from(counts, ([group, sections]): GroupSize => ({ group, sections }))
  return sizes.sort((a, b) => b.sections - a.sections)
}

function renderGroup({ group, sections }: GroupSize): string {
  return `- ${group} (${sections})`
}

async function readSection(args: JsonObject, { source, room, signal }: ToolCall): Promise<ToolOutput> {
  const id = readArguments('section_get', args).name('id')
  const knowledge = await source.knowledge(signal)
  const node = await knowledge.section(id)
  if (node !== null) return showSection(node, await knowledge.markdown(id), room, createLocate(source.origin))
  const { sections, isWhole } = await firstSections(knowledge, null)
  const near = isWhole ? nearestIds(id, sections.map((section) => section.id)) : []
  const message = `No section has the id ${quote(id)}.${renderNearest(near)} Use search to find one, or sections_list.`
  throw new AskError('not-found', message)
}

/** The nearest ids, on the nearest pages if the id names one: to compare all of a large site takes too long. */
function nearestIds(id: string, ids: readonly string[]): readonly string[] {
  const pageOf = (one: string) => one.split('#', 1)[0] ?? ''
  const pages = /[/#]/.test(id) ? nearestNames(pageOf(id), new Set(ids.map(pageOf))) : []
  return nearestNames(id, pages.length === 0 ? ids : ids.filter((one) => pages.includes(pageOf(one))))
}

function showSection(node: KnowledgeNode, markdown: string | null, room: number, locate: Locate): ToolOutput {
  const { summary, facts, sources, terms } = node
  const url = locate(node.url)
  const parts = [
    (room: number) => ({ sources: fill(sources, room, sizeOfBoth((source) => renderSource(source, locate))).items }),
    (room: number) => ({ terms: fill(terms, room, sizeOfBoth(String)).items }),
    (room: number) => ({ summary: cutText(summary, room / 2) }),
    (room: number) => ({ facts: fill(facts, room, sizeOfBoth(renderFact)).items }),
  ]
  const { data, text, roomLeft } = showRecord(node, parts, {
    room,
    render: (shown) => renderSection(shown, locate),
    total: { summaryLength: summary.length, facts: facts.length, sources: sources.length, terms: terms.length },
    next: `To read all of it, open ${url}.`,
  })
  return { data, text: text + showText(markdown, url, roomLeft) }
}

/** The Markdown of a section, shown below its other parts; empty for no Markdown or too little room. */
function showText(markdown: string | null, url: string, room: number): string {
  if (markdown === null || markdown === '' || room < MIN_TEXT_ROOM) return ''
  const shown = cutText(markdown, room - CUT_NOTE_BYTES - sizeOf(url))
  const text = `\n\nText (Markdown):\n\n${shown}`
  if (shown === markdown) return text
  return `${text}\n\n${renderCut(shown.length, `${markdown.length} characters`, `For the rest open ${url}.`)}`
}

/** Lengths to which definitions are cut, in UTF-16 units. They are tried in this order until all terms fit. */
const DEFINITION_LENGTHS = [400, 200, 100]

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
      inputSchema: inputOf({}),
      outputSchema: record({ terms: listOf(record(GLOSSARY_ENTRY)) }, CUT),
      call: listTerms,
    },
    {
      name: 'glossary_get',
      title: 'Explain a term',
      description:
        `Explain one term of ${site}: its definition and aliases. The term can be an alias, in upper or lower case. ` +
        'Use search when it is not in the glossary.',
      inputSchema: inputOf({ term: { type: 'string', description: 'Term or alias, such as SSR' } }, 'term'),
      outputSchema: record(GLOSSARY_ENTRY, cutTo('aliases', 'definitionLength')),
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
  const { terms } = await knowledge.glossary()
  const near = nearestNames(name, terms.flatMap(({ term, aliases }) => [term, ...aliases]))
  const list = terms.length === 0 ? 'Use search: the glossary is empty.' : 'Use search, or glossary_list for all terms.'
  throw new AskError('not-found', `No glossary term ${quote(name)}.${renderNearest(near)} ${list}`)
}

function showEntry(entry: GlossaryEntry, room: number): ToolOutput {
  const { aliases, definition } = entry
  const parts = [
    (room: number) => ({ aliases: fill(aliases, room, sizeOfBoth(String)).items }),
    (room: number) => ({ definition: cutText(definition, room / 2) }),
  ]
  return showRecord(entry, parts, {
    room,
    render: renderEntry,
    total: { aliases: aliases.length, definitionLength: definition.length },
    next: 'Use search for sections that explain it.',
  })
}

const sizeOfEntry = sizeOfBoth(renderEntry)
