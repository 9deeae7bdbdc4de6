/** Sections for tests, written as a reader of Markdown would write them. */
import { type Chunk, chunkPages } from '../../src/core/content/chunk.ts'
import type { Page } from '../../src/core/content/page.ts'
import { codeSpans, formatToken } from '../../src/core/content/structure/encoding.ts'

/** Text in which `…` marks code in a sentence and lines of ``` enclose a code block. */
export function textWithCode(marked: string): Pick<Chunk, 'text' | 'structure' | 'code'> {
  const none = { inserted: [], deleted: [], marked: [] }
  let structure = ''
  let text = ''
  let last = 0
  for (const part of marked.split(/(^```[^\n]*\n[^]*?\n```$|`[^`\n]+`)/m)) {
    const block = /^```([^\n]*)\n([^]*)\n```$/.exec(part)
    const inline = /^`([^`\n]+)`$/.exec(part)
    const written = block?.[2] ?? inline?.[1] ?? part
    const start = block !== null ? { type: 'code' as const, lang: block[1] || null, ...none } : { type: 'inline-code' as const }
    if (block !== null || inline !== null) {
      structure += formatToken(start, text.length - last) + formatToken(null, written.length)
      last = text.length + written.length
    }
    text += written
  }
  return { text, structure, code: codeSpans(structure) }
}

/** One section of the page `Routing`; `given` replaces parts of it. */
export function chunk(marked: string, given: Partial<Chunk> = {}): Chunk {
  return {
    id: 'routing#static', page: 'routing', title: 'Routing', heading: 'Static routes', parents: [],
    linkTexts: [], group: null, url: '/routing/#static', anchor: 'static', lang: null, version: null,
    path: 'routing.md', line: 1, ...textWithCode(marked), ...given,
  }
}

/** A page whose sections are given by heading; the empty heading is the intro. */
export function page(slug: string, sections: Readonly<Record<string, string>>, given: Partial<Page> = {}): Page {
  const title = slug.split('/').at(-1)!
  return {
    slug,
    path: `${slug}.md`,
    title: title.charAt(0).toUpperCase() + title.slice(1), description: null,
    group: slug.includes('/') ? slug.split('/')[0]! : null, lang: null, version: null,
    url: slug === 'index' ? '/' : `/${slug}/`,
    sections: Object.entries({ '': '', ...sections }).map(([heading, marked], i) => ({
      heading: heading === '' ? null : heading, depth: heading === '' ? 1 : 2,
      anchor: heading === '' ? null : heading.toLowerCase().replaceAll(' ', '-'), parents: [], linkTexts: [],
      line: 1 + 4 * i, ...textWithCode(marked),
    })),
    ...given,
  }
}

/** The chunks of pages, as the content reader makes them. */
export function chunksOf(...pages: readonly Page[]): Chunk[] {
  return chunkPages(pages)
}
