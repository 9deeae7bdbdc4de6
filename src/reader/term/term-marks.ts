/** The text and inline elements of a paragraph -> the glossary terms in it that can become buttons. */
import type { Node } from '../../content/structure/tree.ts'
import type { GlossaryEntry } from '../../graph/graph.ts'
import type { FindTerms } from './term-finder.ts'

/** A term at UTF-16 offsets of the section's text. */
export interface TermMark {
  readonly start: number
  readonly end: number
  readonly entry: GlossaryEntry
}

/** A function that finds the terms of a paragraph, the last one first. */
export type MarkTerms = (nodes: readonly Node[]) => TermMark[]

/** Elements inside each other; the text of deeper ones has no buttons. */
const MAX_DEPTH = 64
/** Elements whose text is not prose, or that hold no buttons. */
const WITHOUT_TERMS: ReadonlySet<string> = new Set(['inline-code', 'link', 'image', 'footnote-reference'])

/** A marker for one section: each entry is marked once. */
export function createTermMarker(text: string, findTerms: FindTerms): MarkTerms {
  const explained = new Set<GlossaryEntry>()

  return function markTerms(nodes) {
    const [first, last] = [nodes[0], nodes.at(-1)]
    if (first === undefined || last === undefined) return []
    const runs: Pick<TermMark, 'start' | 'end'>[] = []
    collectText(nodes, runs, 0)
    const from = first.start
    let at = 0

    /** Positions come in ascending order. A term inside of one run of text can become one element. */
    function isInRun(start: number, end: number): boolean {
      for (let run = runs[at]; run !== undefined && run.end <= from + start; run = runs[at]) at += 1
      const run = runs[at]
      return run !== undefined && run.start <= from + start && from + end <= run.end
    }

    const marks: TermMark[] = []
    let start = from
    for (const { text: { length }, entry } of findTerms(text.slice(from, last.end), explained, isInRun)) {
      if (entry !== null) marks.push({ start, end: start + length, entry })
      start += length
    }
    return marks.reverse()
  }
}

function collectText(nodes: readonly Node[], runs: Pick<TermMark, 'start' | 'end'>[], depth: number): void {
  for (const node of nodes) {
    if (node.type === 'text') runs.push(node)
    else if (depth < MAX_DEPTH && !WITHOUT_TERMS.has(node.type)) collectText(node.children, runs, depth + 1)
  }
}
