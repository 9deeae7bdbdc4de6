/**
 * Pages whose content has no known element -> the same without the labels of menus around it, which repeat on most of
 * them. What an author repeats must not vanish, so only a run of labels counts: short lines that are no sentences, in
 * the intro or at the end of the page, where they don't stand directly below its heading; and of one list only the first
 * block of the page and the last.
 */
import { countBy } from '../../base/text.ts'
import type { Page, Section } from '../page.ts'
import { parseElements, replaceTexts, type TextRange } from '../structure/encoding.ts'

/** Pages that make a repetition, and the share of all such pages that must have it. */
const MIN_PAGES = 5
const MIN_SHARE = 0.8
/** Labels in a row that are a menu. */
const MIN_LABELS = 3
/** UTF-16 units of a line that is a label. */
const MAX_LABEL = 60
const SENTENCE_END = /[.!?…。！？]["'”’»)\]]*$/

/** A page, and whether its content is in an element that is known. */
export interface FramedPage {
  readonly page: Page
  readonly hasRoot: boolean
}

interface Block extends TextRange {
  readonly text: string
}

/** The pages without menus. */
export function withoutFrames<P extends FramedPage>(pages: readonly P[]): readonly P[] {
  const unframed = pages.filter(({ hasRoot }) => !hasRoot)
  if (unframed.length < MIN_PAGES) return pages
  const labels = unframed.flatMap(({ page: { sections } }) => {
    return [...new Set(outerSections(sections).flatMap((section) => labelsOf(section).map(({ text }) => text)))]
  })
  const counts = countBy(labels, (label) => label)
  const isCommon = ({ text }: Block) => (counts.get(text) ?? 0) >= MIN_SHARE * unframed.length
  return pages.map((file) => {
    const { page, hasRoot } = file
    const outer = new Set(hasRoot ? [] : outerSections(page.sections))
    const cut = (section: Section) => (outer.has(section) ? withoutMenus(section, isCommon) : section)
    return hasRoot ? file : { ...file, page: { ...page, sections: page.sections.map(cut) } }
  })
}

/** The intro, and the sections that may have the last text of the page: the last and those around it. */
function outerSections(sections: readonly Section[]): readonly Section[] {
  let lowest = Infinity
  const around = sections.toReversed().filter(({ depth }) => depth < lowest && ((lowest = depth), true))
  return [...sections.slice(0, 1), ...around]
}

function withoutMenus(section: Section, isCommon: (block: Block) => boolean): Section {
  const runs: { readonly start: number; end: number; readonly texts: string[] }[] = []
  for (const { text, start, end } of labelsOf(section).filter(isCommon)) {
    const run = runs.at(-1)
    if (run?.end === start) {
      run.end = end
      run.texts.push(text)
    } else runs.push({ start, end, texts: [text] })
  }
  const menus = runs.filter(({ start, end, texts }) => {
    const isAtEdge = start === 0 || end === section.text.length
    const labels = isAtEdge ? texts.flatMap((text) => text.split('\n')) : texts
    return labels.length >= MIN_LABELS && (start > 0 || section.heading === null)
  })
  const { text } = section
  const cuts = menus.map(({ start, end }) => {
    return { start: end === text.length ? text.slice(0, start).trimEnd().length : start, end, text: '' }
  })
  return { ...section, ...replaceTexts(section, cuts) }
}

/** The blocks of a text that may be labels, each with the empty line after it. */
function labelsOf({ text, structure }: Section): Block[] {
  const code = parseElements(structure).filter(({ element: { type } }) => type === 'code')
  const blocks: Block[] = []
  let nextCode = 0
  for (let start = 0; start < text.length; ) {
    const gap = text.indexOf('\n\n', start)
    const end = gap === -1 ? text.length : gap + 2
    const block = { text: text.slice(start, end).trim(), start, end }
    // Blocks and code are in the order of the text.
    while ((code[nextCode]?.end ?? Infinity) <= block.start) nextCode += 1
    const isInCode = (code[nextCode]?.start ?? Infinity) < end
    const isLabel = (line: string) => line.length <= MAX_LABEL && !SENTENCE_END.test(line)
    if (block.text !== '' && block.text.split('\n').every(isLabel) && !isInCode) blocks.push(block)
    start = end
  }
  return blocks
}
