/** Rows -> links, in an answer, or the options of the listbox below a field. */
import { el, icon } from '../dom/dom.ts'
import type { PageStrings } from '../text/strings.ts'
import { markWords } from './marks.ts'
import type { Row, RowGroup } from './rows.ts'

type Marked = readonly (Node | string)[]

/** A row as a link; `mark` draws its texts. */
export function drawRow(
  { type, icon: picture, text, hint = '', also = '', url }: Row,
  attributes: Readonly<Record<string, string | number | false>> = {},
  mark: (text: string) => Marked = (text) => [text],
): HTMLAnchorElement {
  const words = [
    el('span', 'head', ...mark(text)),
    el('span', { class: 'snippet', dir: 'auto' }, ...mark(hint)),
    el('span', 'snippet', also),
  ]
  const own = { ...attributes, class: `row ${type}` }
  return el('a', { ...own, href: url ?? false }, icon(picture), el('span', 'words', ...words))
}

/** An empty listbox. `onChoose` gets each clicked row; the browser follows links after it. */
export function createListView(field: HTMLInputElement, strings: PageStrings, onChoose: (row: Row) => void) {
  const { lang } = strings
  const element = el('div', { class: 'list', id: 'list', role: 'listbox', 'aria-label': strings.results })
  let options: HTMLAnchorElement[] = []
  let active = -1
  // The focus stays in the field.
  element.onmousedown = () => false

  function activate(index: number): void {
    const option = options[index]
    active = option ? index : -1
    for (const other of options) other.ariaSelected = `${other === option}`
    field.setAttribute('aria-activedescendant', option?.id ?? '')
  }

  function marked(text: string, query: string): Marked {
    // Word joiners: no line ends within the dashes of a flag. Text of the list can't be selected, and so not copied.
    const whole = text.replace(/--(?=\w)/g, '-\u2060-\u2060')
    const parts = markWords(whole, query, `${strings.questionWords} ${strings.stopWords}`)
    return parts.map((part, i) => (i % 2 ? el('mark', '', part) : part))
  }

  /** Draws rows; where there is a query the first becomes active, or with `staysActive` the one at the active place. */
  function update(groups: readonly RowGroup[], query: string, staysActive: boolean): void {
    options = []
    const drawn = groups.map(({ rows, title, path }, i) => {
      const drawnRows = rows.map((row) => drawOption(row, query))
      const { type } = rows[0]!
      if (!title && !path) return el('div', type, ...drawnRows)
      const names = path && title ? `${path} › ` : path
      const attributes = { class: 'title', id: `group-${i}`, lang: type === 'result' && lang }
      const name = el('div', attributes, el('span', 'path', names), ...marked(title, query))
      return el('div', { role: 'group', 'aria-labelledby': name.id }, name, ...drawnRows)
    })
    element.replaceChildren(...drawn)
    element.hidden = options.length === 0
    // This lays out the rows, before the frame that shows them is due.
    element.scrollTop = 0
    // Suggestions may come while the answers are shown.
    field.ariaExpanded = `${!element.closest('[hidden]')}`
    // Enter in an empty field does nothing.
    activate(query.trim() ? (staysActive ? active : 0) : -1)
    if (staysActive) options[active]?.scrollIntoView({ block: 'center' })
  }

  function drawOption(row: Row, query: string): HTMLElement {
    const index = options.length
    // The query is marked in results, not in rows that repeat it.
    const words = row.type === 'result' ? query : ''
    const isText = /more|ask|clear/.test(row.type)
    const attributes = { id: `option-${index}`, role: 'option', tabindex: -1, lang: !isText && lang }
    const option = drawRow(row, attributes, (text) => marked(text, words))
    options.push(option)
    option.onclick = () => (activate(index), onChoose(row))
    option.onpointermove = () => activate(index)
    return option
  }

  /** Moves the active row by a number of rows, around the ends. */
  function move(by: number): void {
    activate((Math.max(active, by < 0 ? 0 : -1) + by + options.length) % options.length)
    // The title of the first group is above the first row.
    if (active === 0) element.scrollTop = 0
    options[active]?.scrollIntoView({ block: 'nearest' })
  }

  function choose(inNewTab: boolean): void {
    const option = options[active]
    if (inNewTab) option?.setAttribute('target', '_blank')
    option?.click()
    option?.removeAttribute('target')
  }

  return { element, update, move, choose }
}
