/**
 * The words of a search on the page that one of its results opened: marked by the Custom Highlight API, which changes
 * nothing in the page's document, and not marked where a browser lacks it. A section in a closed fold or tab is opened,
 * and a heading that a header covers is scrolled below it.
 */
import { fieldOf, textOf } from '../client/messages.ts'
import { styleSheet } from '../dom/dom.ts'
import { createStoredRecord } from '../state/storage.ts'
import { markWords } from './marks.ts'

/** Name of the marks, for the style of a page. Their color lets text of any color be read, light or dark. */
const MARKS_NAME = 'ask-words'
/** Milliseconds for which a page may still be loading or drawing itself after its result was chosen. */
const ARRIVAL_MS = 10_000
/** Marks of one page. */
const MAX_MARKS = 2_000
/** The text of a page, without the list of its sections beside it. */
const ARTICLE = 'article:only-of-type'
const CONTENT = 'main, [role=main]'
/** Parts of the window, each one of so many: the most that headers take, and what stays above a covered heading. */
const HEADER_PARTS = 6
const SHOWN_PARTS = 5

/** The result that was opened last. */
const { read, write } = createStoredRecord(() => sessionStorage, 'ask-overlay:visit')

/** Remembers that a result is opened, for the page at its address. */
export function rememberVisit(url: string, query: string): void {
  write({ url, query, at: Date.now() })
}

/** Marks the words of the search that led to this page, if one did just now. `stopWords` are not marked. */
export function markVisit(stopWords: string): void {
  const visit = read()
  if (textOf(visit, 'url') !== location.href || Date.now() - Number(fieldOf(visit, 'at')) > ARRIVAL_MS) return
  if ('highlights' in CSS) markPage(textOf(visit, 'query'), stopWords)
  const target = document.querySelector(':target') ?? document.getElementById(location.hash.slice(1))
  // Before that the browser may scroll to it again; later the reader does.
  if (target === null || document.readyState !== 'complete' || fieldOf(visit, 'isShown')) return
  if (!target.checkVisibility()) reveal(target)
  const { left, top, height } = target.getBoundingClientRect()
  // A router draws its page before it scrolls there.
  if (top > innerHeight / 2) return
  const over = document.elementFromPoint(left + 1, top + 1)
  // One that could not be opened has no height.
  const isCovered = height && over && !over.contains(target) && !target.contains(over)
  // It is looked at again when the page has scrolled.
  if (isCovered && top < innerHeight / HEADER_PARTS) {
    scrollBy({ top: top - innerHeight / SHOWN_PARTS, behavior: 'instant' })
  } else write({ ...Object(visit), isShown: true })
}

/** Opens the folds and tabs around an element, and goes there when a page that draws itself has shown it. */
function reveal(target: Element): void {
  for (let box = target.parentElement; box !== null; box = box.parentElement) {
    // The second one is of Docusaurus, which shows what is inside by itself.
    const isClosed = box.matches('details:is(:not([open]), [data-collapsed=true])')
    const opener = isClosed ? box.querySelector('summary') : tabOf(box)
    // Tabs of Radix take the focus, others the click.
    opener?.focus()
    opener?.click()
  }
  setTimeout(() => target.scrollIntoView())
}

/** The tab of a panel: the one that it names, or that stands in the same place, as in Docusaurus. */
function tabOf(panel: Element): HTMLElement | null | undefined {
  if (panel.role !== 'tabpanel') return null
  const box = panel.parentElement!
  const tabs = box.parentElement!.querySelectorAll<HTMLElement>('[role=tab]')
  return document.getElementById(panel.getAttribute('aria-labelledby')!) ?? tabs[[...box.children].indexOf(panel)]
}

export function unmarkPage(): void {
  CSS.highlights?.get(MARKS_NAME)?.clear()
}

function markPage(query: string, stopWords: string): void {
  if (!CSS.highlights.has(MARKS_NAME)) {
    document.adoptedStyleSheets.push(styleSheet(`::highlight(${MARKS_NAME}){background:#fc06}`))
  }
  const content = document.querySelector(ARTICLE) ?? document.querySelector(CONTENT) ?? document.body
  const texts = document.createTreeWalker(content, NodeFilter.SHOW_TEXT)
  const marks = new Highlight()
  for (let node = texts.nextNode(); node !== null && marks.size < MAX_MARKS; node = texts.nextNode()) {
    let at = 0
    for (const [i, { length }] of markWords(node.nodeValue ?? '', query, stopWords).entries()) {
      const place = { startContainer: node, startOffset: at, endContainer: node, endOffset: (at += length) }
      if (i % 2) marks.add(new StaticRange(place))
    }
  }
  CSS.highlights.set(MARKS_NAME, marks)
}
