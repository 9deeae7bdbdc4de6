/**
 * `<ask-overlay endpoint="/api/ask">` or `<ask-overlay index="/_ask/">`: search and answers in a dialog over the
 * page. The button is in the element's shadow root, the dialog in that of its copy after the page's body, where no
 * closed menu hides it; scripts, styles and markup of others have no way in.
 */
import { createIndexFetch, createOverlayClient } from './client/client.ts'
import { el, icon, styleSheet } from './dom/dom.ts'
import { hasModifier, isComposing, shortcutLetter } from './dom/keys.ts'
import { takeLook } from './dom/page-look.ts'
import { STYLE } from './dom/style.ts'
import { createRecentSearches, createStoredRecord, type StoredRecord } from './state/storage.ts'
import { readThread } from './state/turn.ts'
import { ENGLISH, type PageStrings, type Strings } from './text/strings.ts'
import { MAX_QUESTION_LENGTH } from './view/answers-view.ts'
import { createDialog, type Dialog } from './view/dialog.ts'
import { markVisit, unmarkPage } from './view/page-marks.ts'

export type { Strings } from './text/strings.ts'

const NAME = 'ask-overlay'
const DEFAULT_ENDPOINT = '/api/ask'
const OPENERS = '[data-ask-open]'
/** Attribute with a selector: buttons of another search, which open the dialog in its place. */
const REPLACES = 'data-ask-replaces'
/** Key of many searches, which is taken with their buttons. */
const REPLACED_KEY = '/'
/** Marks the copy of the element that holds the dialog. */
const DIALOG = 'data-ask-dialog'
/** Letter that opens the dialog at the side of the page, with the keys of the other one. */
const SIDE_LETTER = 'i'
/** Form of a stored thread; another form has another key. */
const THREAD_VERSION = 1

/** Where there is no page, on a server, importing does nothing. */
const Base = globalThis.HTMLElement ?? class {}

/** The element. Its attributes are read when it is used. */
export class AskOverlay extends Base {
  /** Modules of the texts in languages other than English, by the primary subtag; loaded for pages in that language. */
  static languages: Record<string, () => Promise<{ readonly STRINGS: Partial<Strings> }>> = {
    de: () => import('./text/de.ts'),
    es: () => import('./text/es.ts'),
    fr: () => import('./text/fr.ts'),
    ja: () => import('./text/ja.ts'),
    pt: () => import('./text/pt.ts'),
    zh: () => import('./text/zh.ts'),
  }

  #trigger: HTMLElement | null = null
  #dialog: Dialog | null = null
  /** Holds the dialog, and has the element's name and attributes, so that the page's rules for parts hold. */
  #place: HTMLElement | null = null
  #strings: Partial<Strings> = {}
  /** Texts of the page's language; none where these are built in. */
  #loaded: Partial<Strings> | undefined
  /** What has loaded them. */
  #load: (typeof AskOverlay.languages)[string] | undefined
  #listeners: AbortController | null = null

  /** Texts to use instead of the built-in ones, any of them. */
  get strings(): Partial<Strings> {
    return this.#strings
  }

  set strings(strings: Partial<Strings>) {
    this.#strings = strings
    this.#redraw()
  }

  connectedCallback(): void {
    if (this.hasAttribute(DIALOG)) {
      // A page that was copied or stored has a place without its dialog.
      if (this.shadowRoot === null) this.remove()
      return
    }
    // A property that was set before the element was defined hides the setter.
    const { strings } = this
    Reflect.deleteProperty(this, 'strings')
    this.#strings = strings
    if (this.shadowRoot === null) this.#draw()
    const listeners = new AbortController()
    this.#listeners = listeners
    // Before listeners of the page: a search of its own may take the same keys, and a router the clicks on links.
    const options = { capture: true, signal: listeners.signal }
    addEventListener('keydown', (event) => this.#takeKey(event), options)
    addEventListener('click', (event) => this.#takeClick(event), options)
    // The search of a static index is loaded while a reader is about to open it.
    if (this.hasAttribute('index')) {
      addEventListener('pointerover', (event) => this.#openerOf(event) && this.#made(), options)
    }
    addEventListener('pagehide', () => this.#dialog?.save(), options)
    this.#followPage(options)
    // A page that moves the element has closed a dialog at its side.
    void this.#takeLanguage().then(() => this.isConnected && this.#readAddress())
  }

  disconnectedCallback(): void {
    this.#listeners?.abort()
    this.#dialog?.save()
    this.close()
    this.#place?.remove()
  }

  /** Opens the dialog, with text in its field where some is given. */
  open(query?: string): void {
    this.#made().open(query && cut(query))
  }

  /** Opens the dialog and asks. */
  ask(question: string): void {
    if (this.#canAsk) this.#made().ask(cut(question))
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

  /** Selector of all that opens the dialog. A part of the attribute that browsers don't know matches nothing. */
  get #openers(): string {
    // Without the attribute `null`, an element that no page has.
    return `:is(${OPENERS},${this.getAttribute(REPLACES)})`
  }

  get #texts(): PageStrings {
    return { ...ENGLISH, ...this.#loaded, ...this.#strings, lang: this.#language }
  }

  /** Part of the names under which things are stored: what is searched. */
  get #key(): string {
    return this.getAttribute('endpoint') ?? this.getAttribute('index') ?? DEFAULT_ENDPOINT
  }

  /** Language of the page around the element, empty for unknown. */
  get #language(): string {
    return this.closest<HTMLElement>('[lang]')?.lang ?? ''
  }

  get #session(): StoredRecord {
    return createStoredRecord(() => sessionStorage, `${NAME}:thread${THREAD_VERSION}:${this.#key}`)
  }

  /** Takes texts that have changed; a dialog that is open or writes an answer keeps what it has until it is closed. */
  #redraw(): void {
    const { element, isRunning } = this.#dialog ?? {}
    if (element?.open || isRunning?.()) return element!.addEventListener('close', () => this.#redraw(), { once: true })
    this.#place?.remove()
    this.#dialog = null
    if (this.shadowRoot !== null) this.#draw()
  }

  /** Loads the texts of the page's language where it has changed, or where the page has added it. */
  async #takeLanguage(): Promise<void> {
    const [name = ''] = this.#language.toLowerCase().split('-')
    const load = AskOverlay.languages[name]
    if (load === this.#load) return
    this.#load = load
    // Without the file the texts are in English.
    const loaded = (await load?.().catch(() => undefined))?.STRINGS
    if (load !== this.#load) return
    this.#loaded = loaded
    this.#redraw()
  }

  #made(): Dialog {
    if (this.#dialog === null) {
      const endpoint = this.getAttribute('endpoint') ?? DEFAULT_ENDPOINT
      const index = this.getAttribute('index')
      this.#dialog = createDialog({
        client: createOverlayClient(endpoint, () => ({
          lang: this.#language,
          version: document.querySelector<HTMLElement>('[data-ask-version]')?.getAttribute('data-ask-version'),
        }), index === null ? fetch : createIndexFetch(index, endpoint, this.hasAttribute('endpoint') ? fetch : null)),
        strings: this.#texts,
        recent: createRecentSearches(createStoredRecord(() => localStorage, `${NAME}:${this.#key}`)),
        session: this.#session,
        canAsk: this.#canAsk,
        completes: this.getAttribute('completions') !== 'off',
        isPanel: this.getAttribute('layout') === 'panel',
      })
      const { element } = this.#dialog
      element.addEventListener('close', () => element.open || cleanAddress())
      this.#place = document.importNode(this)
      this.#place.removeAttribute('id')
      this.#place.setAttribute(DIALOG, '')
      styledRoot(this.#place).append(element)
    }
    if (this.#place?.isConnected === false) document.documentElement.append(this.#place)
    this.#takePage()
    return this.#dialog
  }

  #draw(): void {
    const root = this.shadowRoot ?? styledRoot(this)
    const letter = this.#letter
    this.#trigger = el('button', { class: 'trigger', 'data-ask-open': '' }, icon('search'), this.#texts.search)
    if (letter) this.#trigger.append(el('kbd', '', isMac() ? '⌘' : 'Ctrl ', letter.toUpperCase()))
    root.replaceChildren(this.#trigger)
    this.#takePage()
  }

  /** Takes what the page has by now: openers, without which its own button is there, and its look. */
  #takePage(): void {
    const trigger = this.#trigger!
    const letter = this.#letter
    const openers = document.querySelectorAll(this.#openers)
    for (const opener of [...openers, trigger]) {
      opener.setAttribute('aria-haspopup', 'dialog')
      if (letter) opener.setAttribute('aria-keyshortcuts', `${isMac() ? 'Meta' : 'Control'}+${letter.toUpperCase()}`)
    }
    // An element without its button has no line in the page either.
    this.style.display = openers[0] || this.getAttribute('trigger') === 'none' ? 'none' : ''
    const { label, lang, questionWords, stopWords } = this.#texts
    for (const part of [trigger, this.#dialog?.element]) {
      if (!part?.isConnected) continue
      takeLook(part, this)
      part.lang = label === ENGLISH.label ? 'en' : lang
    }
    if (this.getAttribute('marks') !== 'off') markVisit(`${questionWords} ${stopWords}`)
  }

  /** Takes the page again in the frame that shows a change of it. */
  #followPage(options: { readonly signal: AbortSignal }): void {
    let frame = 0
    const follow = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        this.#takePage()
        void this.#takeLanguage()
      })
    }
    const observer = new MutationObserver(follow)
    observer.observe(document, { childList: true, subtree: true })
    for (const root of [document.documentElement, document.body]) observer.observe(root, { attributes: true })
    options.signal.onabort = () => observer.disconnect()
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', follow, options)
    // At the end of a transition, too: a background may change step by step.
    for (const event of ['load', 'scrollend', 'transitionend']) addEventListener(event, follow, options)
  }

  /** Opens what the address asks for, once for all elements of the page. */
  #readAddress(): void {
    // One in a shadow root is not found.
    if ((document.querySelector(NAME) ?? this) !== this) return
    const parameters = new URLSearchParams(location.search)
    const question = parameters.get('ask')?.trim()
    const query = parameters.get('q')?.trim()
    if (question) this.ask(question)
    else if (query) this.open(query)
    else if (readThread(this.#session)?.isDocked) this.#made().dock()
  }

  #takeKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') unmarkPage()
    const letter = shortcutLetter(event, isMac())
    const isOpen = this.#dialog?.element.open
    const isSide = letter === SIDE_LETTER
    const isShortcut = letter && this.#letter && (isSide || letter === this.#letter)
    const isReplaced = event.key === REPLACED_KEY && !hasModifier(event) && !isOpen && this.hasAttribute(REPLACES)
    if (event.defaultPrevented || isComposing(event) || !(isShortcut || isReplaced)) return
    const [target] = event.composedPath()
    // A dialog that was just closed keeps the focus for a frame: its own field doesn't count as a field in use.
    const isElsewhere = event.target !== this.#place && target instanceof HTMLElement
    if (isElsewhere && (target.isContentEditable || target.matches('input, textarea, select'))) return
    event.preventDefault()
    event.stopImmediatePropagation()
    // A key that is held down.
    if (event.repeat) return
    if (isSide) this.#made().toggleSide()
    else if (isOpen) this.close()
    else this.open()
  }

  #takeClick(event: MouseEvent): void {
    const opener = this.#openerOf(event)
    const isForOtherTab = hasModifier(event) && opener?.matches('[href]')
    if (opener === undefined || isForOtherTab || event.defaultPrevented) return
    event.preventDefault()
    if (!opener.matches(OPENERS)) event.stopImmediatePropagation()
    this.open(opener.getAttribute('data-ask-open') || undefined)
  }

  /** The element that opens the dialog and that an event is on; the button of the overlay is one, too. */
  #openerOf(event: Event): Element | undefined {
    const openers = this.#openers
    return event.composedPath().find((target): target is Element => {
      return target instanceof Element && target.matches(openers)
    })
  }
}

function styledRoot(host: HTMLElement): ShadowRoot {
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [styleSheet(STYLE)]
  return root
}

/** As much of a text as the service takes; what is typed is cut by the field. */
function cut(text: string): string {
  return [...text].slice(0, MAX_QUESTION_LENGTH).join('')
}

/** Removes from the address what opened the dialog: after closing it, a reload should show the page without it. */
function cleanAddress(): void {
  const address = new URL(location.href)
  const { searchParams } = address
  for (const name of ['q', 'ask']) {
    if (!searchParams.has(name)) continue
    searchParams.delete(name)
    history.replaceState(history.state, '', address)
  }
}

function isMac(): boolean {
  return /Mac|iP/.test(navigator.platform)
}

const registry = globalThis.customElements
if (!registry?.get(NAME)) registry?.define(NAME, AskOverlay)
