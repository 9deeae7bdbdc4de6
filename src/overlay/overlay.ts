/**
 * `<ask-overlay endpoint="/api/ask">` or `<ask-overlay index="/_ask/">`: search and answers in a dialog over the
 * page. All of it is in its shadow root; scripts, styles and markup of others have no way in.
 */
import { createOverlayClient } from './client/client.ts'
import { createIndexFetch } from './client/index-fetch.ts'
import { el, icon } from './dom/dom.ts'
import { STYLE } from './dom/style.ts'
import { isShortcut } from './shortcut.ts'
import { createRecentSearches } from './state/recent-searches.ts'
import { ENGLISH, type Strings } from './text/strings.ts'
import { createDialog, type Dialog } from './view/dialog.ts'

export type { Strings } from './text/strings.ts'

const NAME = 'ask-overlay'
const DEFAULT_ENDPOINT = '/api/ask'
const OPENERS = '[data-ask-open]'

/** Where there is no page, on a server, importing does nothing. */
const Base = globalThis.HTMLElement ?? class {}

/** The element. Its attributes are read when it is used. */
export class AskOverlay extends Base {
  #dialog: Dialog | null = null
  #strings: Partial<Strings> = {}
  #listeners: AbortController | null = null

  /** Texts to use instead of the built-in ones, any of them. */
  get strings(): Partial<Strings> {
    return this.#strings
  }

  set strings(strings: Partial<Strings>) {
    this.#strings = strings
    this.close()
    this.#dialog = null
    if (this.shadowRoot !== null) this.#draw()
  }

  connectedCallback(): void {
    // A property that was set before the element was defined hides the setter.
    const { strings } = this
    Reflect.deleteProperty(this, 'strings')
    this.#strings = strings
    const isNew = this.shadowRoot === null
    if (isNew) this.#draw()
    const listeners = new AbortController()
    this.#listeners = listeners
    document.addEventListener('keydown', (event) => this.#takeKey(event), listeners)
    document.addEventListener('click', (event) => this.#takeClick(event), listeners)
    if (isNew) this.#readAddress()
  }

  disconnectedCallback(): void {
    this.#listeners?.abort()
    this.close()
  }

  /** Opens the dialog, with text in its field where some is given. */
  open(query?: string): void {
    this.#made().open(query)
  }

  /** Opens the dialog and asks. */
  ask(question: string): void {
    if (this.#canAsk) this.#made().ask(question)
    else this.open(question)
  }

  close(): void {
    this.#dialog?.element.close()
  }

  get #letter(): string {
    return (this.getAttribute('shortcut') ?? 'k').toLowerCase()
  }

  get #canAsk(): boolean {
    return this.getAttribute('mode') !== 'keyword' && (this.hasAttribute('endpoint') || !this.hasAttribute('index'))
  }

  get #texts(): Strings {
    return { ...ENGLISH, ...this.#strings }
  }

  #made(): Dialog {
    if (this.#dialog === null) {
      const endpoint = this.getAttribute('endpoint') ?? DEFAULT_ENDPOINT
      const index = this.getAttribute('index')
      this.#dialog = createDialog({
        client: createOverlayClient(endpoint, () => ({
          lang: this.closest<HTMLElement>('[lang]')?.lang,
          version: document.querySelector<HTMLElement>('[data-ask-version]')?.getAttribute('data-ask-version'),
        }), index === null ? fetch : createIndexFetch(index, endpoint, this.hasAttribute('endpoint'))),
        strings: this.#texts,
        recent: createRecentSearches(() => localStorage, `${NAME}:${endpoint}`),
        canAsk: this.#canAsk,
      })
      this.shadowRoot!.append(this.#dialog.element)
    }
    return this.#dialog
  }

  /** Draws the button that opens it, unless the page brings one. */
  #draw(): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(STYLE)
    root.adoptedStyleSheets = [sheet]
    const letter = this.#letter
    const attributes = { type: 'button', class: 'trigger', 'data-ask-open': '' }
    const trigger = el('button', attributes, icon('search'), this.#texts.search)
    if (letter !== '') trigger.append(el('kbd', '', isMac() ? '⌘' : 'Ctrl ', letter.toUpperCase()))
    const openers = [...document.querySelectorAll(OPENERS)]
    for (const opener of [...openers, trigger]) {
      opener.setAttribute('aria-haspopup', 'dialog')
      if (letter === '') continue
      opener.setAttribute('aria-keyshortcuts', `${isMac() ? 'Meta' : 'Control'}+${letter.toUpperCase()}`)
    }
    root.replaceChildren(...(openers.length > 0 || this.getAttribute('trigger') === 'none' ? [] : [trigger]))
  }

  #readAddress(): void {
    const parameters = new URLSearchParams(location.search)
    const question = parameters.get('ask')?.trim()
    const query = parameters.get('q')?.trim()
    if (question) this.ask(question)
    else if (query) this.open(query)
  }

  #takeKey(event: KeyboardEvent): void {
    if (event.defaultPrevented || !isShortcut(event, this.#letter, isMac())) return
    const [target] = event.composedPath()
    const isOpen = this.#dialog?.element.open === true
    // A dialog that was just closed keeps the focus for a frame: its own field doesn't count as a field in use.
    const isElsewhere = !isOpen && event.target !== this && target instanceof HTMLElement
    if (isElsewhere && (target.isContentEditable || target.matches('input, textarea, select'))) return
    event.preventDefault()
    if (isOpen) this.close()
    else this.open()
  }

  #takeClick(event: MouseEvent): void {
    const isOpener = (target: EventTarget): target is Element => target instanceof Element && target.matches(OPENERS)
    const opener = event.composedPath().find(isOpener)
    if (opener === undefined || event.defaultPrevented) return
    event.preventDefault()
    this.open(opener.getAttribute('data-ask-open') || undefined)
  }
}

function isMac(): boolean {
  return /Mac|iP/.test(navigator.platform)
}

const registry = globalThis.customElements
if (registry?.get(NAME) === undefined) registry?.define(NAME, AskOverlay)
