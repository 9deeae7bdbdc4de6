/**
 * Graph <-> the text of its file, which people read in diffs: keys in a fixed
 * order, two-space indent, one trailing newline, the same bytes for the same
 * graph.
 */
import { AskError } from '../base/errors.ts'
import { decodeGraph } from './decode.ts'
import type { Fact, GlossaryEntry, Graph, KnowledgeNode, SourceRef } from './graph.ts'

/** The text of the graph's file. */
export function formatGraph(graph: Graph): string {
  const ordered: Graph = {
    version: graph.version,
    contentHash: graph.contentHash,
    builtBy: graph.builtBy,
    sections: graph.sections.map(orderNode),
    glossary: graph.glossary.map(orderEntry),
    suggestions: graph.suggestions,
    overview: graph.overview,
    context: graph.context,
  }
  return `${JSON.stringify(ordered, null, 2)}\n`
}

/** The graph in the text of a file. Throws `AskError('graph-format')`. */
export function parseGraph(text: string): Graph {
  return decodeGraph(parseJson(text.replace(/^\uFEFF/, '')))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const problem = /^<{7} /m.test(text) ? 'holds the marks of a merge conflict' : 'is not JSON'
    throw new AskError('graph-format', `The text ${problem}; run \`ask kg build\``, { cause })
  }
}

function orderNode(node: KnowledgeNode): KnowledgeNode {
  const { id, kind, title, heading, group, url, summary, facts, sources, mode, terms } = node
  return {
    id, kind, title, heading, group, url, summary,
    facts: facts.map(orderFact),
    sources: sources.map(orderSource),
    mode, terms,
  }
}

function orderFact({ kind, literal, chunkId }: Fact): Fact {
  return { kind, literal, chunkId }
}

function orderSource({ chunkId, url, anchor }: SourceRef): SourceRef {
  return { chunkId, url, anchor }
}

function orderEntry({ term, aliases, definition }: GlossaryEntry): GlossaryEntry {
  return { term, aliases, definition }
}
