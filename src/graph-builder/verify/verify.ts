/**
 * A graph and its content -> the findings of a check that the graph follows
 * from the content. A graph without findings can be trusted.
 */
import { type Chunk, chunkPages } from '../../content/chunk.ts'
import { contentHash } from '../../content/hash.ts'
import type { Page } from '../../content/page.ts'
import { diffGraphs } from '../../graph/diff.ts'
import { foldTerm } from '../../graph/fold.ts'
import type { GlossaryEntry, Graph, KnowledgeNode } from '../../graph/graph.ts'
import { formatOverview } from '../../graph/overview.ts'
import { EXTRACTIVE, extractGraph } from '../rules/extract.ts'
import { createEvidence } from './evidence.ts'
import { findInstruction, findInvisible } from './prompt-injection.ts'
import { inventedLiterals } from './validation.ts'

/** A fault of the graph. */
export interface Finding {
  /** Id of the section; null for the graph as a whole. */
  readonly section: string | null
  /** File of the section; null where it isn't in the content. */
  readonly path: string | null
  /** From 1; null without a path. */
  readonly line: number | null
  readonly message: string
}

/** The findings: section by section in the order of the graph, then missing sections, then the graph as a whole. */
export async function verifyGraph(graph: Graph, pages: readonly Page[]): Promise<Finding[]> {
  const chunks = chunkPages(pages)
  const evidenceOf = createEvidence(pages)
  const chunksById = new Map(chunks.map((chunk) => [chunk.id, chunk]))
  const ids = new Set(graph.sections.map(({ id }) => id))
  const hash = await contentHash(chunks)
  const findings = [
    ...graph.sections.flatMap((node) => {
      const chunk = chunksById.get(node.id)
      if (chunk === undefined) return [{ section: node.id, path: null, line: null, message: 'is not in the content' }]
      return [...verifyNode(node, chunk, chunksById), ...verifyProse(node, chunk, evidenceOf(chunk))]
    }),
    ...chunks.filter(({ id }) => !ids.has(id)).map((chunk) => at(chunk, 'is missing from the graph')),
    ...verifyOrder(graph, chunks),
    ...verifyGlossary(graph.glossary),
    ...verifyWhole(graph, chunks),
    ...(graph.overview === formatOverview(graph.sections) ? [] : [whole('The overview is not that of the sections')]),
    ...(graph.contentHash === hash ? [] : [whole('The graph was built from other content: run `ask kg build`')]),
  ]
  return findings.length > 0 || graph.builtBy !== EXTRACTIVE ? findings : verifyRules(graph, pages, chunksById)
}

type Chunks = ReadonlyMap<string, Chunk>

/** A graph that rules built equals the one that they build again, so any change by hand is found. */
async function verifyRules(graph: Graph, pages: readonly Page[], chunksById: Chunks): Promise<Finding[]> {
  return diffGraphs(await extractGraph(pages), graph).map(({ area, subject, field }) => {
    const chunk = area === 'section' ? chunksById.get(subject ?? '') : undefined
    const fault = `has ${field === null ? 'an entry' : `the ${field}`} that the rules do not give: run \`ask kg build\``
    if (chunk !== undefined) return at(chunk, fault)
    return whole(`The ${area === 'graph' ? 'graph' : `${area} ${JSON.stringify(subject)}`} ${fault}`)
  })
}

function verifyNode(node: KnowledgeNode, chunk: Chunk, chunksById: Chunks): Finding[] {
  const fields = (['title', 'heading', 'group', 'url'] as const)
    .filter((field) => node[field] !== chunk[field])
    .map((field) => at(chunk, differs(field === 'url' ? 'address' : field, chunk[field], node[field])))
  const facts = node.facts.flatMap(({ literal, chunkId }) => {
    const source = chunksById.get(chunkId)
    if (source === undefined) return [at(chunk, `has a fact from ${chunkId}, which is not in the content`)]
    return source.text.includes(literal) ? [] : [at(source, `does not hold the literal ${JSON.stringify(literal)}`)]
  })
  const sources = node.sources.flatMap(({ chunkId, url, anchor }) => {
    const source = chunksById.get(chunkId)
    if (source === undefined) return [at(chunk, `names the source ${chunkId}, which is not in the content`)]
    if (source.anchor !== anchor) return [at(source, differs('anchor', source.anchor, anchor))]
    return source.url === url ? [] : [at(source, differs('address', source.url, url))]
  })
  return [...fields, ...facts, ...sources]
}

/** Finds literals without evidence in a summary, and prompt injections in summary and terms. */
function verifyProse({ summary, terms }: KnowledgeNode, chunk: Chunk, evidence: string): Finding[] {
  const invented = inventedLiterals(summary, evidence)
  const injections = findInjections([summary, ...terms].join('\n'), evidence)
  return [
    ...invented.map((literal) => at(chunk, `does not hold ${JSON.stringify(literal)} of its summary`)),
    ...injections.map((injection) => at(chunk, `has ${injection} in its summary or terms`)),
  ]
}

/** Finds prompt injections in the texts about the site as a whole. */
function verifyWhole({ glossary, suggestions, context }: Graph, chunks: readonly Chunk[]): Finding[] {
  const texts = [
    ...glossary.map(({ term, aliases, definition }) => {
      return { name: `The glossary entry ${JSON.stringify(term)}`, text: [term, ...aliases, definition].join('\n') }
    }),
    ...suggestions.map((text) => ({ name: 'A suggestion', text })),
    { name: 'The context', text: context },
  ]
  return texts.flatMap(({ name, text }) => {
    const injections = findInjections(text, '')
    if (injections.length === 0 || isOfContent(text, chunks)) return []
    return injections.map((injection) => whole(`${name} has ${injection}`))
  })
}

/** Signs of a prompt injection in a text. Instructions that the content shows too are a subject of the site. */
function findInjections(text: string, evidence: string): string[] {
  const instruction = findInstruction(text)
  const injections = findInvisible(text).map((char) => `the invisible character ${char}`)
  if (instruction === null || evidence.includes(instruction)) return injections
  return [...injections, `an instruction to a model (${JSON.stringify(instruction)})`]
}

function isOfContent(text: string, chunks: readonly Chunk[]): boolean {
  const instruction = findInstruction(text)
  if (instruction === null || findInvisible(text).length > 0) return false
  return chunks.some((chunk) => chunk.text.includes(instruction))
}

function verifyOrder({ sections }: Graph, chunks: readonly Chunk[]): Finding[] {
  const positions = new Map(chunks.map(({ id }, i) => [id, i]))
  const order = sections.flatMap(({ id }) => positions.get(id) ?? [])
  const isOrdered = order.every((position, i) => (order[i - 1] ?? -1) < position)
  return isOrdered ? [] : [whole('The sections are not in the order of the content')]
}

/** Finds names that two entries share, or that one entry has twice. */
function verifyGlossary(glossary: readonly GlossaryEntry[]): Finding[] {
  const seen = new Map<string, string>()
  return glossary.flatMap(({ term, aliases }) =>
    [term, ...aliases].flatMap((name) => {
      const first = seen.get(foldTerm(name))
      if (first === undefined) {
        seen.set(foldTerm(name), term)
        return []
      }
      const [quotedName, quotedTerm, quotedFirst] = [name, term, first].map((text) => JSON.stringify(text))
      return [whole(`The glossary name ${quotedName} of ${quotedTerm} is already a name of ${quotedFirst}`)]
    }),
  )
}

function differs(field: string, inContent: string | null, inGraph: string | null): string {
  return `has the ${field} ${JSON.stringify(inContent)}, in the graph ${JSON.stringify(inGraph)}`
}

function at({ id, path, line }: Chunk, message: string): Finding {
  return { section: id, path, line, message }
}

function whole(message: string): Finding {
  return { section: null, path: null, line: null, message }
}
