/**
 * Heading text -> its id, by the rules of site generators. Measured on the generators themselves:
 * test/core/content/generators has the ids that they made.
 */

/** The way in which a second heading of the same text gets another id. */
type Numbering =
  /** The next free number: `setup`, `setup-1`, and `setup-1-1` for a heading "Setup 1". */
  | 'next free'
  /** The number of earlier headings of this text, even if another one has that id. */
  | 'count'
  /** Python-Markdown: `setup_1`; a number at the end goes on, and an empty id starts with `_1`. */
  | 'underscore'
  /** docutils: `id1`, `id2` for all headings whose id is taken or empty. */
  | 'document'

const NOT_ASCII = /[^\0-\x7f]/g
/** The same as the next pattern for a text of ASCII, and faster. */
const DROPPED_ASCII = /[^\w\- ]/g
const DROPPED = /[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]/gu

/** Parts of a rule: the id of a text, not yet unique; what stands for an empty one; the numbering. */
interface SlugRule {
  readonly idOf: (text: string) => string
  readonly empty?: string
  readonly numbering: Numbering
}

const RULES = {
  /**
   * github-slugger's (2.0), which GitHub, Astro and Docusaurus share: lower case, only letters, marks, digits,
   * connectors, `-` and spaces stay, each space becomes `-`. Nothing is trimmed, collapsed or normalized. Letters that
   * are newer than Unicode 13 stay too.
   */
  github: { idOf: slug, numbering: 'next free' },
  /** VitePress and VuePress: https://github.com/mdit-vue/mdit-vue (`@mdit-vue/shared`, slugify). */
  vue: { idOf: vueSlug, numbering: 'next free' },
  /** Python-Markdown's `toc`: https://python-markdown.github.io/extensions/toc/ */
  python: { idOf: pythonSlug, numbering: 'underscore' },
  /** `pymdownx.slugs.slugify` with lower case: https://facelessuser.github.io/pymdown-extensions/extras/slugs/ */
  pymdown: { idOf: pymdownSlug, numbering: 'underscore' },
  mdbook: { idOf: mdbookSlug, numbering: 'count' },
  hugo: { idOf: hugoSlug, empty: 'heading', numbering: 'next free' },
  /** kramdown's own, and its parser of GFM, which Jekyll uses. */
  kramdown: { idOf: kramdownSlug, empty: 'section', numbering: 'count' },
  'kramdown-gfm': { idOf: (text) => slug(text.replaceAll('\t', ' ')), numbering: 'count' },
  /** docutils, for Sphinx and MyST: https://docutils.sourceforge.io (`nodes.make_id`). */
  docutils: { idOf: docutilsSlug, numbering: 'document' },
  docsify: { idOf: docsifySlug, numbering: 'next free' },
} as const satisfies Record<string, SlugRule>

/** Name of a rule. */
export type SlugRuleName = keyof typeof RULES

/** Makes the ids of one page's headings in order; `take` takes an id that an author wrote, which no other gets. */
export function createSlugger(name: SlugRuleName = 'github') {
  const { idOf, numbering, empty = '' }: SlugRule = RULES[name]
  const taken = new Set<string>()
  /** Id of a text -> the number of its last heading: that after it is the next. */
  const numbers = new Map<string, number>()
  let documentIds = 0

  function uniqueId(text: string): string {
    const wanted = idOf(text) || empty
    let number = numbers.get(wanted) ?? 0
    let id = numbering === 'count' && number > 0 ? `${wanted}-${number}` : wanted
    if (numbering === 'count') number += 1
    // Each turn takes the number after the last one, so that turns are at most as many as headings.
    else while (taken.has(id) || (id === '' && numbering !== 'next free')) {
      if (numbering === 'underscore') id = nextUnderscore(id)
      else id = numbering === 'document' ? `id${(documentIds += 1)}` : `${wanted}-${(number += 1)}`
    }
    numbers.set(wanted, number)
    taken.add(id)
    return id
  }

  return { idOf: uniqueId, take: (id: string) => void taken.add(id) }
}

/** The id of a heading by github-slugger's rule, not yet unique; empty if ids may hold no character of the text. */
export function slug(text: string): string {
  return text.toLowerCase().replace(text.search(NOT_ASCII) === -1 ? DROPPED_ASCII : DROPPED, '').replaceAll(' ', '-')
}

function nextUnderscore(id: string): string {
  const [, name = id, number = '0'] = /^(.*)_(\d+)$/.exec(id) ?? []
  return `${name}_${Number(number) + 1}`
}

function vueSlug(text: string): string {
  const plain = text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '').replace(/[\0-\x1f]/g, '')
  const words = plain.replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-').replace(/^-+|-+$/g, '')
  return words.replace(/^(?=\d)/, '_').toLowerCase()
}

function pythonSlug(text: string): string {
  const ascii = text.normalize('NFKD').replace(NOT_ASCII, '')
  return ascii.replace(/[^\w\s-]/g, '').trim().toLowerCase().replace(/[-\s]+/g, '-')
}

function pymdownSlug(text: string): string {
  const plain = text.normalize('NFC').replace(/\s+/g, ' ').replace(/<[^<>]*>/g, '').trim()
  return plain.toLowerCase().replace(/[^\p{L}\p{N}_\-\s]/gu, '').replace(/\s/g, '-')
}

/** `autoHeadingIDType: github`. */
function hugoSlug(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{Nd}_\- ]/gu, '').replaceAll(' ', '-')
}

/** Only letters of ASCII get lower case. */
function mdbookSlug(text: string): string {
  const kept = text.trim().replace(/[^\p{Alphabetic}\p{N}_\-\s]/gu, '')
  return kept.replace(/\s/g, '-').replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

function kramdownSlug(text: string): string {
  return text.replace(/^[^a-z]+/i, '').replace(/[^a-z\d -]/gi, '').replaceAll(' ', '-').toLowerCase()
}

function docutilsSlug(text: string): string {
  const ascii = text.toLowerCase().replaceAll('ß', 'sz').normalize('NFKD').replace(NOT_ASCII, '')
  return ascii.replace(/[^a-z0-9]+/g, '-').replace(/^[-0-9]+|-+$/g, '')
}

/** https://github.com/docsifyjs/docsify (`slugify`). */
function docsifySlug(text: string): string {
  const kept = text.trim().toLowerCase().replace(/[\u2000-\u206f\u2e00-\u2e7f\\'!"#$%&()*+,./:;<=>?@[\]^`{|}~]/g, '')
  return kept.replace(/\s/g, '-').replace(/-+/g, '-').replace(/^(?=\d)/, '_')
}
