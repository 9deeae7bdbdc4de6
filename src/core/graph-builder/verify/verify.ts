/**
 * A graph and its content -> the findings of a check that the graph follows
 * from the content. A graph without findings is consistent with its content.
 */
import { count } from '../../base/text.ts'
import type { Chunk } from '../../content/chunk.ts'
import type { Page } from '../../content/page.ts'
import { diffGraphs } from '../../graph/diff.ts'
import { EXTRACTIVE, type GlossaryEntry, type Graph, type GraphSection, type KnowledgeNode } from '../../graph/graph.ts'
import { foldTerm } from '../../graph/names.ts'
import { formatOverview } from '../../graph/overview.ts'
import { keepQueries } from '../../graph/queries.ts'
import { type Extract, extractSections, graphOfExtract } from '../rules/extract.ts'
import {
  createEvidence, type Evidence, findInstructions, findInvisible, hasEvidence, inventedLiterals, MAX_READ_LENGTH,
  unsafeReason,
} from './evidence.ts'

/** Share of a graph's sections below which it is not of these pages, and each of them would be a finding. */
const MIN_KNOWN = 0.5
const OUTDATED = 'The graph was built from other content: run `ask kg build`'

export interface Finding {
  /** Id of the section; null for the graph as a whole. */
  readonly section: string | null
  /** File of the section; null if it isn't in the content. */
  readonly path: string | null
  /** From 1; null without a path. */
  readonly line: number | null
  readonly message: string
}

/** The findings: section by section in the order of the graph, then missing sections, then the graph as a whole. */
export async function verifyGraph(graph: Graph, pages: readonly Page[]): Promise<Finding[]> {
  const extract = extractSections(pages)
  const { chunks } = extract
  const ruleGraph = await graphOfExtract(extract, pages)
  const summaries = new Map(extract.sections.map(({ id, summary }) => [id, summary]))
  const evidenceOf = createEvidence(pages)
  const chunksById = new Map(chunks.map((chunk) => [chunk.id, chunk]))
  const ids = new Set(graph.sections.map(({ id }) => id))
  const known = graph.sections.filter(({ id }) => chunksById.has(id)).length
  if (known < MIN_KNOWN * graph.sections.length) return [ofWhole(ofOtherPages(known, graph.sections.length))]
  const outdated = graph.contentHash === ruleGraph.contentHash ? [] : [ofWhole(OUTDATED)]
  const findings = [
    ...graph.sections.flatMap((node) => {
      const chunk = chunksById.get(node.id)
      if (chunk === undefined) return [{ section: node.id, path: null, line: null, message: 'is not in the content' }]
      const prose = verifyProse(node, chunk, evidenceOf(chunk), node.summary === summaries.get(node.id))
      return [...verifyNode(node, chunk, chunksById), ...prose, ...verifyQueries(node, chunk)]
    }),
    ...chunks.filter(({ id }) => !ids.has(id)).map((chunk) => at(chunk, 'is missing from the graph')),
    ...verifyOrder(graph, chunks),
    ...verifyGlossary(graph.glossary),
    ...verifyWhole(graph, chunks, excerptsOf(extract, ruleGraph)),
    ...(graph.overview === formatOverview(graph.sections) ? [] : [ofWhole('The overview is not that of the sections')]),
  ]
  if (findings.length > 0 || graph.builtBy !== EXTRACTIVE) return [...findings, ...outdated]
  const wanted = keepQueries(ruleGraph, graph, { sections: chunks })
  const changes = outdated.length > 0 ? changedSections(graph, wanted, chunksById) : verifyRules(graph, wanted, chunksById)
  return [...changes, ...outdated]
}

function ofOtherPages(known: number, all: number): string {
  const place = 'give the folder and the `--base` that it was built with, or run `ask kg build`'
  return `Only ${known} of its ${count(all, 'section')} are in the content: ${place}`
}

type Chunks = ReadonlyMap<string, Chunk>

/** The sections from which the rules take something else than when they built the graph. */
function changedSections(graph: Graph, ruleGraph: Graph, chunksById: Chunks): Finding[] {
  const changed = new Set(diffGraphs(ruleGraph, graph).map(({ area, subject }) => (area === 'section' ? subject : null)))
  return [...changed].flatMap((id) => {
    const chunk = chunksById.get(id ?? '')
    return chunk === undefined ? [] : [at(chunk, 'has changed since the graph was built')]
  })
}

/** A graph that rules built equals the one that they build again, so any change by hand is found. */
function verifyRules(graph: Graph, ruleGraph: Graph, chunksById: Chunks): Finding[] {
  return diffGraphs(ruleGraph, graph).map(({ area, subject, field }) => {
    const chunk = area === 'section' ? chunksById.get(subject ?? '') : undefined
    const fault = `has ${field === null ? 'an entry' : `the ${field}`} that the rules do not give: run \`ask kg build\``
    if (chunk !== undefined) return at(chunk, fault)
    return ofWhole(`The ${area === 'graph' ? 'graph' : `${area} ${JSON.stringify(subject)}`} ${fault}`)
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

/**
 * Finds literals without evidence in a summary, or one that is too long to be read for them, and prompt injections in
 * summary and terms. An excerpt is the summary that rules give: it is from the content, but a cut or a join may look
 * like a literal.
 */
function verifyProse(node: KnowledgeNode, chunk: Chunk, evidence: Evidence, isExcerpt: boolean): Finding[] {
  const { summary, terms } = node
  const invented = isExcerpt ? [] : inventedLiterals(summary, evidence)
  const text = [summary, ...terms].join('\n')
  const instructions = instructionsOf(isExcerpt ? terms.join('\n') : text, (found) => hasEvidence(evidence, found))
  const injections = [...findInvisible(text).map(invisible), ...instructions]
  const tooLong = `has a summary of more than ${MAX_READ_LENGTH} characters, and is checked only so far: shorten it`
  return [
    ...(summary.length > MAX_READ_LENGTH ? [at(chunk, tooLong)] : []),
    ...invented.map((literal) => at(chunk, `does not hold ${JSON.stringify(literal)} of its summary`)),
    ...injections.map((injection) => at(chunk, `has ${injection} in its summary or terms`)),
  ]
}

/** Finds queries that must not reach an index: the other rules depend on all sections, and are those of a merge. */
function verifyQueries({ queries = [] }: GraphSection, chunk: Chunk): Finding[] {
  return queries.flatMap((query) => {
    const reason = unsafeReason(query)
    return reason === null ? [] : [at(chunk, `has the query ${JSON.stringify(query)}, which ${reason}`)]
  })
}

/** The texts about the site as a whole that rules take from the content. */
function excerptsOf({ definitions }: Extract, { glossary, suggestions, context }: Graph): ReadonlySet<string> {
  const names = glossary.flatMap(({ term, aliases }) => [term, ...aliases])
  const terms = definitions.flatMap(({ term, short, definition }) => [term, short ?? '', definition])
  return new Set([...names, ...terms, ...suggestions, context])
}

/** Finds prompt injections in the texts about the site as a whole. */
function verifyWhole(graph: Graph, chunks: readonly Chunk[], excerpts: ReadonlySet<string>): Finding[] {
  const parts = [
    ...graph.glossary.map(({ term, aliases, definition }) => {
      return { name: `The glossary entry ${JSON.stringify(term)}`, texts: [term, ...aliases, definition] }
    }),
    ...graph.suggestions.map((text) => ({ name: 'A suggestion', texts: [text] })),
    { name: 'The context', texts: [graph.context] },
  ]
  return parts.flatMap(({ name, texts }) => {
    const unknown = texts.filter((text) => !excerpts.has(text)).join('\n')
    const instructions = instructionsOf(unknown, (found) => chunks.some(({ text }) => text.includes(found)))
    const injections = [...findInvisible(texts.join('\n')).map(invisible), ...instructions]
    return injections.map((injection) => ofWhole(`${name} has ${injection}`))
  })
}

/** The first instruction to a model in a text that the content does not show: one that it does is a subject of it. */
function instructionsOf(text: string, isOfContent: (instruction: string) => boolean): string[] {
  const instruction = findInstructions(text).find((found) => !isOfContent(found))
  return instruction === undefined ? [] : [`an instruction to a model (${JSON.stringify(instruction)})`]
}

function invisible(char: string): string {
  return `the invisible character ${char}`
}

function verifyOrder({ sections }: Graph, chunks: readonly Chunk[]): Finding[] {
  const positions = new Map(chunks.map(({ id }, i) => [id, i]))
  const order = sections.flatMap(({ id }) => positions.get(id) ?? [])
  const isOrdered = order.every((position, i) => (order[i - 1] ?? -1) < position)
  return isOrdered ? [] : [ofWhole('The sections are not in the order of the content')]
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
      return [ofWhole(`The glossary name ${quotedName} of ${quotedTerm} is already a name of ${quotedFirst}`)]
    }),
  )
}

function differs(field: string, inContent: string | null, inGraph: string | null): string {
  return `has the ${field} ${JSON.stringify(inContent)}, in the graph ${JSON.stringify(inGraph)}`
}

function at({ id, path, line }: Chunk, message: string): Finding {
  return { section: id, path, line, message }
}

/** A finding about the graph as a whole. */
export function ofWhole(message: string): Finding {
  return { section: null, path: null, line: null, message }
}
