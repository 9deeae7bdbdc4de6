/** Markdown that grows -> elements. Blocks that are the same keep theirs, with the selection and the place in them. */
import type { Source } from '../../../core/answer.ts'
import { el, icon, iconButton } from '../dom/dom.ts'
import type { IconName } from '../dom/icons.ts'
import { findBlocks, type MarkdownNode } from '../markdown/markdown.ts'
import { tokensOf } from '../markdown/tokens.ts'
import { citedSources, sourceName, type Turn } from '../state/turn.ts'
import type { Strings } from '../text/strings.ts'

/** Milliseconds for which a button says that something was copied. */
const COPIED_MS = 1_500

/** A view without text. */
export function createMarkdownView(strings: Strings) {
  // Its own direction: an answer may be in another script than the page.
  const element = el('div', { class: 'text', dir: 'auto' })
  let drawn: readonly string[] = []
  /** Of the turn, all and those that it cites. */
  let sources: readonly Source[] = []
  let cited: readonly Source[] = []

  /** Draws the text so far. Its links are those to the sources of the turn. */
  function update(turn: Turn): void {
    const blocks = findBlocks(turn.text)
    sources = turn.sources
    cited = citedSources(turn)
    // A block that was drawn as open is drawn again when it is not.
    const isOpenAt = (at: number) => turn.state === 'open' && at === blocks.length - 1
    const keys = blocks.map(({ text }, at) => (isOpenAt(at) ? `${text}\n` : text))
    let same = 0
    while (same < keys.length && keys[same] === drawn[same]) same += 1
    while (element.childElementCount > same) element.lastElementChild?.remove()
    const isLink = (href: string) => sources.some(({ url }) => url === href)
    element.append(...blocks.slice(same).map(({ read }, i) => draw(read({ isLink, isOpen: isOpenAt(same + i) }))))
    drawn = keys
  }

  function draw(node: MarkdownNode): Node {
    if (typeof node === 'string') return document.createTextNode(node)
    if (node.tag === 'pre') return drawCode(node.children.join(''), node.lang ?? '')
    const children = node.children.map(draw)
    if (node.tag === 'a') return drawLink(node.href ?? '', children)
    // Code says nothing about the direction of the text around it.
    const made = el(node.tag, { start: node.start ?? false, dir: node.tag === 'code' && 'ltr' }, ...children)
    return node.tag === 'table' ? el('div', { class: 'table', ...scrollable(strings.table) }, made) : made
  }

  function drawCode(code: string, lang: string): Node {
    const tokens = tokensOf(code).map(({ text, kind }) => (kind ? el('span', kind, text) : text))
    const pre = el('pre', scrollable(strings.code), el('code', '', ...tokens))
    return el('div', { class: 'code', dir: 'ltr' }, el('span', 'lang', lang), pre, copyButton(strings, () => code))
  }

  function drawLink(href: string, children: readonly Node[]): Node {
    const words = children.map((child) => child.textContent).join('')
    const isNumber = /^\d+$/.test(words)
    const number = cited.findIndex(({ url }) => url === href) + 1 || words
    const name = sourceName(sources.find(({ url }) => url === href) ?? { url: href })
    const attributes = { href, rel: 'nofollow noreferrer' }
    if (!isNumber) return el('a', { ...attributes, title: name }, ...children)
    return el('a', { ...attributes, class: 'number', 'aria-label': `${number}: ${name}` }, `${number}`)
  }

  return { element, update }
}

/** A button that copies a text, and says so for a moment; hidden where there is no clipboard, as on plain http. */
export function copyButton(
  { copy, copied }: Strings,
  text: () => string,
  picture: IconName = 'copy',
  name = copy,
): HTMLButtonElement {
  const made = iconButton(picture, name, () => {
    void navigator.clipboard.writeText(text()).then(() => {
      const show = (shown: IconName, label: string) => {
        made.replaceChildren(icon(shown))
        made.ariaLabel = made.title = label
      }
      show('done', copied)
      setTimeout(() => show(picture, name), COPIED_MS)
    })
  })
  made.hidden = !('clipboard' in navigator)
  return made
}

/** Attributes of an element that scrolls sideways: the keyboard must reach it. */
function scrollable(name: string): Readonly<Record<string, string | number>> {
  return { role: 'group', tabindex: 0, 'aria-label': name }
}
