/**
 * The knowledge graph as it stands in its file (contract: KnowledgeNode and its
 * parts), and the decoder that lets nothing else in.
 */

export const GRAPH_VERSION = 3

export type FactKind = 'flag' | 'code' | 'value' | 'default' | 'key'

/** A string of the source, exact to the character. */
export interface Fact {
  readonly kind: FactKind
  readonly literal: string
  readonly chunkId: string
}

/** Where a section comes from; `anchor` is null for a page-level section. */
export interface SourceRef {
  readonly chunkId: string
  readonly url: string
  readonly anchor: string | null
}

/**
 * `agent-primary`: summary and facts carry the section. `source-primary`: the
 * source itself (tables, code, literals) is what a reader needs.
 */
export type NodeMode = 'agent-primary' | 'source-primary'

/** One section of the site, distilled. */
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

export interface GlossaryEntry {
  readonly term: string
  readonly aliases: readonly string[]
  readonly definition: string
}

/** All that `.service/kg.json` holds. */
export interface Graph {
  readonly version: typeof GRAPH_VERSION
  /** `sha256:` and 64 hex digits over every chunk's id and text. */
  readonly contentHash: string
  /** `extractive`, or the name of the model that wrote the prose. */
  readonly builtBy: string
  readonly sections: readonly KnowledgeNode[]
  readonly glossary: readonly GlossaryEntry[]
  readonly suggestions: readonly string[]
  /** Grouped table of contents, derived from the sections alone. */
  readonly overview: string
  /** Prose orientation. */
  readonly context: string
}
