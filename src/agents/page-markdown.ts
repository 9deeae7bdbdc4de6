/** The sections of a page -> the page as one Markdown text, the same on every interface. */
import { foldSpace } from '../base/fold-space.ts'
import type { Chunk } from '../content/chunk.ts'
import { formatMarkdown } from '../content/structure/markdown.ts'

/** The parts of a section that the text of its page has. */
export type PageSection = Pick<Chunk, 'title' | 'heading' | 'parents' | 'url' | 'text' | 'structure'>

/** Level of the headings directly below the title. */
const FIRST_LEVEL = 2
/** Deepest level of a heading. */
const LAST_LEVEL = 6

/** Title, address and all sections of a page, with a line break at the end. */
export function formatPage(sections: readonly PageSection[]): string {
  const [first] = sections
  if (first === undefined) return ''
  const blocks = sections.flatMap((section) => [formatHeading(section), formatMarkdown(section)])
  const url = first.url.replace(/#.*$/, '')
  const head = [`# ${foldSpace(first.title)}`, `Address: ${url}`]
  return `${[...head, ...blocks].filter((block) => block !== '').join('\n\n')}\n`
}

function formatHeading({ heading, parents }: PageSection): string {
  if (heading === null) return ''
  return `${'#'.repeat(Math.min(LAST_LEVEL, FIRST_LEVEL + parents.length))} ${foldSpace(heading)}`
}
