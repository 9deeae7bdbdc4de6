/**
 * The live site as a model reads it: search hits, and sections to open.
 *
 * A section opens as its source. Where the graph says that summary and facts
 * carry it (`agent-primary`), these replace a source that is long and at least
 * twice their length; a shorter source says more in about the same room.
 */
import type { Chunk } from '../../content/chunk.ts'
import type { Fact, KnowledgeNode } from '../../graph/graph.ts'
import type { Knowledge } from '../../graph/knowledge.ts'
import { formatCodeBlock, formatInlineCode } from '../../content/structure/markdown.ts'
import { type Filter, matchesFilter } from '../../search/index/filter.ts'
import type { SourceText } from './source-text.ts'

/** Length up to which a source needs no digest: a second request for the full text would resend the whole history. */
const SHORT_SOURCE = 1_500
/** Subsections that are opened with a section. */
const MAX_BELOW = 40

/** The name and link of a section. */
export interface SectionName {
  readonly id: string
  readonly title: string
  readonly heading: string | null
  /** Title and headings down to this one: `Routing › Dynamic routes › Priority`. */
  readonly path: string
  readonly group: string | null
  readonly url: string
  /** Terms of the graph; empty without one. */
  readonly terms: readonly string[]
}

/** A search hit. */
export interface LibraryHit extends SectionName {
  /** Plain text around the best match. */
  readonly snippet: string
}

/** A section to read. */
export interface LibrarySection extends SectionName {
  readonly source: SourceText
  /** Summary and facts, where they are enough for a first look; otherwise null. */
  readonly digest: string | null
}

/** A section with those below its heading, in order; a page's intro with all of its page. */
export interface OpenedSection {
  readonly section: LibrarySection
  readonly below: readonly LibrarySection[]
}

/** Search and sections of the site. Both reject only when the content can't be read. */
export interface Library {
  /** At most `limit` sections, best first. */
  readonly search: (query: string, limit: number) => Promise<readonly LibraryHit[]>
  /** Null where no section has that id. */
  readonly open: (id: string) => Promise<OpenedSection | null>
}

/** The sources of a library's sections; a `Service` is one. */
export interface LibrarySources extends Pick<Knowledge, 'search' | 'section'> {
  /** The live section with that id and those below it; empty for an unknown id. */
  readonly chunks: (id: string) => Promise<readonly Chunk[]>
}

/** A library of the sections that a filter admits; it has read nothing yet. */
export function createLibrary({ search, section, chunks }: LibrarySources, filter: Filter): Library {
  /** A graph that can't be read is reported by its own routes; answers do without it. */
  async function knowledgeOf(id: string): Promise<KnowledgeNode | null> {
    return section(id).catch(() => null)
  }

  async function sectionOf(chunk: Chunk): Promise<LibrarySection> {
    const knowledge = await knowledgeOf(chunk.id)
    return { ...nameOf(chunk, knowledge), source: chunk, digest: digestOf(chunk, knowledge) }
  }

  return {
    search: async (query, limit) => {
      const { results } = await search(query, limit, { filter })
      return Promise.all(
        results.map(async ({ snippet, ...hit }) => {
          const [[chunk], knowledge] = await Promise.all([chunks(hit.id), knowledgeOf(hit.id)])
          return { ...nameOf(chunk ?? { heading: null, parents: [], group: null, ...hit }, knowledge), snippet }
        }),
      )
    },
    open: async (id) => {
      const [first, ...subsections] = await chunks(id)
      if (first === undefined || !matchesFilter(first, filter)) return null
      const below = await Promise.all(subsections.slice(0, MAX_BELOW).map(sectionOf))
      return { section: await sectionOf(first), below }
    },
  }
}

type Named = Pick<Chunk, 'id' | 'title' | 'heading' | 'parents' | 'group' | 'url'>

function nameOf({ id, title, heading, parents, group, url }: Named, knowledge: KnowledgeNode | null): SectionName {
  const path = [title, ...parents, ...(heading === null ? [] : [heading])].join(' › ')
  return { id, title, heading, path, group, url, terms: knowledge?.terms ?? [] }
}

/** Null where the source is read instead, also where it lacks one of the facts: then the graph is older. */
function digestOf({ text }: Chunk, knowledge: KnowledgeNode | null): string | null {
  if (knowledge === null || knowledge.mode !== 'agent-primary' || text.length <= SHORT_SOURCE) return null
  const { summary } = knowledge
  if (summary === '' || knowledge.facts.some(({ literal }) => !text.includes(literal))) return null
  const facts = knowledge.facts.map(formatFact)
  const strings = facts.length === 0 ? [] : ['', 'Exact strings:', ...facts]
  const digest = [`Summary: ${summary}`, ...strings].join('\n')
  return digest.length * 2 <= text.length ? digest : null
}

function formatFact({ kind, literal }: Fact): string {
  return `- ${kind}: ${literal.includes('\n') ? formatCodeBlock(literal, '') : formatInlineCode(literal)}`
}
