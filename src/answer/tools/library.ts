/**
 * The live site as a model reads it: what a search finds, and sections to open.
 *
 * A section opens as its source. Where the graph says that summary and facts
 * carry it (`agent-primary`), they stand in for a source that is long and takes
 * more than twice their room; a shorter one tells more in about the same room.
 */
import type { Chunk } from '../../content/chunk.ts'
import type { Fact, KnowledgeNode } from '../../graph/graph.ts'
import type { Knowledge } from '../../graph/knowledge.ts'
import { formatCode, type SourceText } from './source-text.ts'

/** Characters up to which a source needs no digest: asking for the rest costs a request with all that was read. */
const SHORT_SOURCE = 1_500
/** Sections below one that are opened with it. */
const MAX_BELOW = 40

/** A section as it is named and linked. */
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

/** A section that a search found. */
export interface LibraryHit extends SectionName {
  /** Plain text around the best match. */
  readonly snippet: string
}

/** A section to read. */
export interface LibrarySection extends SectionName {
  readonly source: SourceText
  /** Summary and facts, where they do for a first look; else null. */
  readonly digest: string | null
}

/** A section with those below its heading, in order; a page's intro with all of its page. */
export interface OpenedSection {
  readonly section: LibrarySection
  readonly below: readonly LibrarySection[]
}

/** What is asked for text. Rejects only when the content can't be read. */
export interface Library {
  /** At most `limit` sections, best first. */
  readonly search: (query: string, limit: number) => Promise<readonly LibraryHit[]>
  /** Null where no section has that id. */
  readonly open: (id: string) => Promise<OpenedSection | null>
}

/** Where a library takes its sections from; a `Service` is one. */
export interface LibrarySources extends Pick<Knowledge, 'search' | 'section'> {
  /** The live section with that id and those below it; empty for an unknown id. */
  readonly chunks: (id: string) => Promise<readonly Chunk[]>
}

/** Reads nothing yet. */
export function createLibrary({ search, section, chunks }: LibrarySources): Library {
  /** A graph that can't be read is reported by its own routes; answers do without it. */
  async function nodeOf(id: string): Promise<KnowledgeNode | null> {
    return section(id).catch(() => null)
  }

  async function sectionOf(chunk: Chunk): Promise<LibrarySection> {
    const node = await nodeOf(chunk.id)
    return { ...nameOf(chunk, node), source: chunk, digest: digestOf(chunk, node) }
  }

  return {
    search: async (query, limit) => {
      const { results } = await search(query, limit)
      return Promise.all(
        results.map(async ({ snippet, ...found }) => {
          const [[chunk], node] = await Promise.all([chunks(found.id), nodeOf(found.id)])
          return { ...nameOf(chunk ?? { heading: null, parents: [], group: null, ...found }, node), snippet }
        }),
      )
    },
    open: async (id) => {
      const [first, ...rest] = await chunks(id)
      if (first === undefined) return null
      const below = await Promise.all(rest.slice(0, MAX_BELOW).map(sectionOf))
      return { section: await sectionOf(first), below }
    },
  }
}

type Named = Pick<Chunk, 'id' | 'title' | 'heading' | 'parents' | 'group' | 'url'>

function nameOf({ id, title, heading, parents, group, url }: Named, node: KnowledgeNode | null): SectionName {
  const path = [title, ...parents, ...(heading === null ? [] : [heading])].join(' › ')
  return { id, title, heading, path, group, url, terms: node?.terms ?? [] }
}

/** Null where the source is to be read instead; so it is when a fact isn't in it, since then the graph is older. */
function digestOf({ text }: Chunk, node: KnowledgeNode | null): string | null {
  if (node === null || node.mode !== 'agent-primary' || text.length <= SHORT_SOURCE) return null
  if (node.summary === '' || node.facts.some(({ literal }) => !text.includes(literal))) return null
  const facts = node.facts.map(formatFact)
  const strings = facts.length === 0 ? [] : ['', 'Exact strings:', ...facts]
  const digest = [`Summary: ${node.summary}`, ...strings].join('\n')
  return digest.length * 2 <= text.length ? digest : null
}

function formatFact({ kind, literal }: Fact): string {
  return `- ${kind}: ${formatCode(literal, { isBlock: literal.includes('\n'), lang: null })}`
}
