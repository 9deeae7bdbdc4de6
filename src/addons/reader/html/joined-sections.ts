/**
 * Sections of a page -> those that it shows one after the other. One that begins in a box of the section above, such as
 * the panel of a tab, is part of that section: its heading and its text are in the box.
 */
import { type Chunk, type ElementRange, formatElements, parseElements } from '../../../core/content.ts'
import { hashOf } from './addresses.ts'

type Range = ElementRange & { end: number }

interface JoinedSection {
  readonly chunk: Chunk
  text: string
  /** Null as long as no other section is part of it. */
  elements: Range[] | null
}

export function joinSections(chunks: readonly Chunk[]): readonly Chunk[] {
  const joined: JoinedSection[] = []
  for (const chunk of chunks) {
    const parts = continuedElements(chunk)
    const last = joined.at(-1)
    const elements = last === undefined || parts.length === 0 ? [] : (last.elements ??= copyElements(last.chunk, 0))
    const around = last === undefined ? [] : openElements(elements, parts, last.text.length)
    if (last === undefined || around.length === 0) joined.push({ chunk, text: chunk.text, elements: null })
    else addSection(last, chunk, around)
  }
  return joined.map(({ chunk, text, elements }) => {
    return elements === null ? chunk : { ...chunk, text, structure: formatElements(elements) }
  })
}

/** The elements in which the section begins, outermost first. */
function continuedElements({ structure }: Chunk): readonly ElementRange[] {
  const elements = structure.includes('+)') ? parseElements(structure) : []
  const end = elements.findIndex(({ element, level }, index) => !('isContinued' in element) || level !== index)
  return end === -1 ? elements : elements.slice(0, end)
}

/** The elements that are open at the end of a text, in which others go on; empty if some of them are not there. */
function openElements(elements: readonly Range[], parts: readonly ElementRange[], length: number): readonly Range[] {
  let from = 0
  const open = parts.flatMap(({ element: { type } }, level) => {
    const index = elements.findLastIndex((range) => range.level === level)
    const range = elements[index]
    if (range === undefined || index < from || range.end !== length || range.element.type !== type) return []
    from = index
    return range
  })
  return open.length === parts.length ? open : []
}

/** Adds a section inside of the elements around its heading, which end where their parts do in it. */
function addSection(joined: JoinedSection, chunk: Chunk, around: readonly Range[]): void {
  const { heading, anchor, parents, url } = chunk
  const level = around.length
  const start = joined.text.length + 2
  joined.text += `\n\n${heading ?? ''}`
  const end = joined.text.length
  const at = end + 2
  joined.text += `\n\n${chunk.text}`
  const elements = copyElements(chunk, at)
  for (const [index, range] of around.entries()) range.end = elements[index]?.end ?? end
  joined.elements?.push(
    { element: { type: 'heading', depth: parents.length + 1 }, start, end, level },
    { element: { type: 'anchor', id: anchor ?? '' }, start, end: start, level: level + 1 },
    { element: { type: 'link', href: hashOf(url), line: 0 }, start, end, level: level + 1 },
    ...elements.slice(level),
  )
}

function copyElements({ structure }: Chunk, at: number): Range[] {
  return parseElements(structure).map((range) => ({ ...range, start: at + range.start, end: at + range.end }))
}
