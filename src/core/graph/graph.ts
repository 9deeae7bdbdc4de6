/** The knowledge graph as in its file (contract: KnowledgeNode and its parts). */

/** Version of the file's shape. */
export const GRAPH_VERSION = 3
/** `builtBy` of a graph that rules built. */
export const EXTRACTIVE = 'extractive'

/** The type of a fact's literal. */
export type FactKind = 'flag' | 'code' | 'value' | 'default' | 'key'

/** A string of the source, exact to the character. */
export interface Fact {
  readonly kind: FactKind
  readonly literal: string
  readonly chunkId: string
}

/** The source of a section; `anchor` is null for a page-level section. */
export interface SourceRef {
  readonly chunkId: string
  readonly url: string
  readonly anchor: string | null
}

/**
 * The part of a section to show. `agent-primary`: summary and facts are enough.
 * `source-primary`: the source itself (tables, code, literals) is needed.
 */
export type NodeMode = 'agent-primary' | 'source-primary'

/** One section of the site, summarized. */
export interface KnowledgeNode {
  /** `<slug>#<anchor>`, or `<slug>` for a page-level section. */
  readonly id: string
  readonly kind: 'section'
  readonly title: string
  readonly heading: string | null
  readonly group: string | null
  readonly url: string
  readonly summary: string
  readonly facts: readonly Fact[]
  readonly sources: readonly SourceRef[]
  readonly mode: NodeMode
  readonly terms: readonly string[]
}

/**
 * A section as in the file. Its queries are what readers would type who want it, in words of their own (document
 * expansion: Nogueira et al., Document Expansion by Query Prediction, 2019).
 */
export interface GraphSection extends KnowledgeNode {
  /** Absent: not written yet. */
  readonly queries?: readonly string[]
  /** `textHash` of the text that the queries were written for. Absent: they belong to the graph's own content. */
  readonly queriesHash?: string
}

/** A term of the site and its definition. */
export interface GlossaryEntry {
  readonly term: string
  readonly aliases: readonly string[]
  readonly definition: string
}

/** The content of `.service/kg.json`. */
export interface Graph {
  readonly version: typeof GRAPH_VERSION
  /** `sha256:` and 64 hex digits over every chunk's id and text. */
  readonly contentHash: string
  /** `extractive`, or the name of the model that wrote summaries and definitions. */
  readonly builtBy: string
  readonly sections: readonly GraphSection[]
  readonly glossary: readonly GlossaryEntry[]
  readonly suggestions: readonly string[]
  /** Grouped table of contents, derived from the sections alone. */
  readonly overview: string
  /** Prose orientation. */
  readonly context: string
}
