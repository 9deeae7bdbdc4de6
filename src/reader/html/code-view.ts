/** A block of code -> HTML: its title, language and lines, with the lines that its author marked. */
import type { Element } from '../../content/structure/tree.ts'
import type { LineRanges } from '../../content/structure/element.ts'
import { type Child, element, type Markup } from './html.ts'

/** A node of code. */
export type CodeNode = Element & { readonly type: 'code' }

/** Renders a block of code; `title` is null for none. */
export function renderCode(node: CodeNode, code: string, title: Child): Markup {
  const { lang } = node
  const label = lang === null ? null : element('span', { class: 'lang' }, lang)
  const name = title === null ? null : element('span', { class: 'title' }, title)
  const head = name === null && label === null ? null : element('figcaption', {}, name, label)
  // Wide code can be scrolled with the keyboard only if it can have the focus.
  const pre = element('pre', { tabindex: '0', dir: 'ltr' }, element('code', {}, renderLines(node, code)))
  return element('figure', { class: 'code' }, head, pre)
}

function renderLines({ inserted, deleted, marked }: CodeNode, code: string): Child {
  if (inserted.length + deleted.length + marked.length === 0) return code
  const [isInserted, isDeleted, isMarked] = [inserted, deleted, marked].map(createLineTest)
  // The break is in the element of its line, so that a copy has it.
  return code.split(/(?<=\n)/).map((line, i) => {
    const number = i + 1
    if (isInserted?.(number)) return element('ins', {}, line)
    if (isDeleted?.(number)) return element('del', {}, line)
    return isMarked?.(number) ? element('mark', {}, line) : element('span', {}, line)
  })
}

/** A test for the numbers of lines; it takes them in ascending order. */
function createLineTest(ranges: LineRanges): (line: number) => boolean {
  let at = 0
  return function includes(line) {
    for (let range = ranges[at]; range !== undefined && range[1] < line; range = ranges[at]) at += 1
    const range = ranges[at]
    return range !== undefined && range[0] <= line
  }
}
