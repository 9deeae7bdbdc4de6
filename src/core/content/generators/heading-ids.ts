/**
 * The headings of a page -> their ids: those of the site's generator if they are known, else by its rule. The rules were
 * measured on the generators themselves: test/core/content/generators has the ids that they made. SmartyPants in Astro
 * makes dashes of hyphens before ids are made, and ids hold no dashes.
 */

/** The differences between a generator's rule for ids and github-slugger's. */
export interface HeadingRule {
  /** Hyphens of a sentence that become dashes; null if none do. */
  readonly dashes: RegExp | null
  /** True if a hyphen at the end of an id is dropped, which may make two ids the same. */
  readonly trimsEnd: boolean
  /**
   * The notations of ids behind a heading that count, with the blank before them; empty for a list on the next line.
   * Others are part of the text that the id is made from. Null: none counts.
   */
  readonly writtenIds: RegExp | null
  /** The rule that makes ids of texts, and what Python-Markdown's puts between words. */
  readonly slugs: SlugRuleName
  readonly separator: '-' | '_'
  /** What ids are made of: the text that readers see, the same with entities, `&lt;`, as written, or all as written. */
  readonly source: 'text' | 'entities' | 'written'
  /** True if the numbers of footnotes are part of it. */
  readonly hasNotes: boolean
  /** True if names of emoji, `:tada:`, are none of that text. */
  readonly hasEmoji: boolean
  /** True if the descriptions of images are part of the text that ids are made from. */
  readonly hasDescriptions: boolean
  /** True if a place in the heading, `<a id="a">`, is its id. */
  readonly takesPlaces: boolean
}

/** A heading with the id that the site's generator gave it. */
export interface GeneratedHeading {
  /** 1 to 6. */
  readonly depth: number
  readonly slug: string
  readonly text: string
}

/** A heading as the author wrote it. */
export interface WrittenHeading {
  readonly depth: number
  /** The text that its id is made from; null for a tag such as `<h2>`, which gets no id by itself. */
  readonly slugText: string | null
  /** The id that the author wrote. */
  readonly id: string | null
  /** What `slugText` has more where generators don't know such ids; empty for none. */
  readonly written: string
}

/** The rule of GitHub and Docusaurus. */
export const GITHUB_RULE: HeadingRule = {
  dashes: null, trimsEnd: false, writtenIds: /^/, slugs: 'github', separator: '-', source: 'text',
  hasNotes: false, hasEmoji: false, hasDescriptions: false, takesPlaces: false,
}

/** Headings of the page in a row that its source may lack: those of included files. */
const MAX_SKIPPED = 64
/** Id of Astro's own heading above footnotes, which no source has. */
const FOOTNOTES = 'footnote-label'

/** The rule of a version of Astro; `isPlain` if SmartyPants is turned off. */
export function astroRule(major: number, isPlain = false): HeadingRule {
  const dashes = major >= 7 ? /-{2,}/g : /(?<!-)--(?!-)/g
  return { ...GITHUB_RULE, dashes: isPlain ? null : dashes, trimsEnd: major <= 5, writtenIds: null, hasNotes: true }
}

/**
 * A function that gives the ids of one page's headings, called with each in order; empty for a heading without id.
 * `depths` are those of all headings that are not tags.
 */
export function createHeadingIds(
  depths: readonly number[],
  rule: HeadingRule,
  headings: readonly GeneratedHeading[],
): (heading: WrittenHeading) => string {
  const generated = headings.filter(({ slug }) => slug !== FOOTNOTES)
  const isSame = generated.length === depths.length && generated.every(({ depth }, i) => depth === depths[i])
  const remaining = generated.values()
  const byPosition = () => remaining.next().value?.slug ?? ''
  const idOf = generated.length === 0 ? byRule(rule) : isSame ? byPosition : byText(generated)
  return (heading) => (heading.slugText === null ? (heading.id ?? '') : idOf(heading, heading.slugText))
}

type HeadingId = (heading: WrittenHeading, slugText: string) => string

function byRule({ trimsEnd, writtenIds, slugs, separator, hasEmoji }: HeadingRule): HeadingId {
  const { idOf: uniqueSlug, take } = createSlugger(slugs, separator)
  return function idByRule({ id, written }, slugText) {
    const isRead = writtenIds?.test(written) === true
    if (id !== null && isRead) {
      // github-slugger is not told of ids that authors wrote.
      if (slugs !== 'github') take(id)
      return id
    }
    const text = isRead ? slugText : slugText + written
    const slug = uniqueSlug(hasEmoji ? text.replace(EMOJI, '') : text)
    return trimsEnd && slug.endsWith('-') ? slug.slice(0, -1) : slug
  }
}

/** The id of the next generated heading of the same depth with the same letters; empty without one. */
function byText(generated: readonly GeneratedHeading[]): HeadingId {
  let from = 0
  return function idByText({ depth, written }, slugText) {
    const names = [lettersOf(slugText), lettersOf(`${slugText}${written}`)]
    const candidates = generated.slice(from, from + MAX_SKIPPED)
    const at = candidates.findIndex((heading) => {
      return heading.depth === depth && [heading.text, heading.slug].some((name) => names.includes(lettersOf(name)))
    })
    from += at + 1
    return candidates[at]?.slug ?? ''
  }
}

/** Generators make ids of a heading in different ways; their letters and digits are the same. */
export function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

/** The name of an emoji between white space. */
const EMOJI = /(?<!\S):[a-z\d_+-]{1,50}:(?!\S)/g
const HONKIT_DROPPED = /[[\]!"'#$%&()*+,./:;<=>?@\\^_`{|}~©∑®†“”‘’∂ƒ™℠…œŒ˚ºª•∆∞♥]/g
const DROPPED = /[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]/gu

/** Parts of a rule: the id of a text, not yet unique; what stands for an empty one; how a second one gets another. */
interface SlugRule {
  readonly idOf: (text: string, separator: HeadingRule['separator']) => string
  readonly empty?: string
  /** Default: the next free number: `setup`, `setup-1`, and `setup-1-1` for a heading "Setup 1". */
  readonly numbering?:
    /** The number of earlier headings of this text, even if another one has that id. */
    | 'count'
    /** Its place among these: `setup-2` for the second. */
    | 'place'
    /** Python-Markdown: `setup_1`; a number at the end goes on, and an empty id starts with `_1`. */
    | 'underscore'
    /** docutils: `id1`, `id2` for all headings whose id is taken or empty. */
    | 'document'
}

const RULES = {
  /**
   * github-slugger's (2.0), which GitHub, Astro and Docusaurus share: lower case, only letters, marks, digits,
   * connectors, `-` and spaces stay, each space becomes `-`. Nothing is trimmed, collapsed or normalized. Letters that
   * are newer than Unicode 13 stay too.
   */
  github: { idOf: slug },
  /** VitePress and VuePress: https://github.com/mdit-vue/mdit-vue (`@mdit-vue/shared`, slugify). */
  vue: { idOf: vueSlug },
  /** Python-Markdown's `toc`: https://python-markdown.github.io/extensions/toc/ */
  python: { idOf: (text, separator) => pythonSlug(toAscii(text), separator), numbering: 'underscore' },
  'python-unicode': { idOf: pythonSlug, numbering: 'underscore' },
  /** `pymdownx.slugs.slugify` with lower case: https://facelessuser.github.io/pymdown-extensions/extras/slugs/ */
  pymdown: { idOf: pymdownSlug, numbering: 'underscore' },
  /** That of 0.5: https://github.com/rust-lang/mdBook (`utils.rs`, `id_from_content`). */
  mdbook: {
    idOf: (text) => text.trim().toLowerCase().replace(/[^\p{Alphabetic}\p{N}_\-\s]/gu, '').replace(/\s/g, '-'),
  },
  /** `autoHeadingIDType`: `github`, the usual one, `github-ascii` and `blackfriday`. */
  hugo: { idOf: (text) => hugoSlug(text.trim()), empty: 'heading' },
  'hugo-ascii': { idOf: (text) => hugoSlug(toAscii(text.trim())), empty: 'heading' },
  'hugo-blackfriday': { idOf: wordSlug, empty: 'heading' },
  /** kramdown's own, and its parser of GFM, which Jekyll uses. */
  kramdown: {
    idOf: (text) => text.replace(/^[^a-z]+/i, '').replace(/[^a-z\d -]/gi, '').replaceAll(' ', '-').toLowerCase(),
    empty: 'section', numbering: 'count',
  },
  'kramdown-gfm': { idOf: (text) => slug(text.replaceAll('\t', ' ')), numbering: 'count' },
  /** docutils, for Sphinx and MyST: https://docutils.sourceforge.io (`nodes.make_id`). */
  docutils: { idOf: docutilsSlug, numbering: 'document' },
  /** https://docs.rs/slug, but for letters of other scripts, which it spells in Latin ones. */
  zola: { idOf: zolaSlug },
  /** https://github.com/hexojs/hexo-util (`slugize`); `modifyAnchors` of hexo-renderer-marked may change its case. */
  hexo: { idOf: hexoSlug, numbering: 'count' },
  'hexo-lower': { idOf: (text) => hexoSlug(text).toLowerCase(), numbering: 'count' },
  'hexo-upper': { idOf: (text) => hexoSlug(text).toUpperCase(), numbering: 'count' },
  /** https://github.com/GitbookIO/github-slugid */
  honkit: { idOf: (text) => text.replace(HONKIT_DROPPED, '').replaceAll(' ', '-').toLowerCase().replace(/^-/, '') },
  docsify: { idOf: docsifySlug },
  /** As in the links that GitBook writes into repositories: gitbook.com/docs/docs-as-code/git-sync */
  gitbook: { idOf: gitbookSlug },
  /** https://github.com/nuxt-modules/mdc (`compiler.ts`). */
  nuxt: { idOf: (text) => slug(text).replace(/-+/g, '-').replace(/^-|-$/g, '').replace(/^(?=\d)/, '_') },
  /** `@sindresorhus/slugify` as Eleventy calls it: https://www.11ty.dev/docs/plugins/id-attribute/ */
  eleventy: { idOf: eleventySlug, numbering: 'place' },
  /** https://github.com/valeriangalliat/markdown-it-anchor without a `slugify` of the site's own. */
  'markdown-it': { idOf: (text) => encodeURIComponent(text.toWellFormed().trim().toLowerCase().replace(/\s+/g, '-')) },
  /** A name that is one already. */
  given: { idOf: (text) => text },
} as const satisfies Record<string, SlugRule>

/** Name of a rule. */
type SlugRuleName = keyof typeof RULES

/** Makes the ids of one page's headings in order; `take` takes an id that an author wrote, which no other gets. */
export function createSlugger(name: SlugRuleName = 'github', separator: HeadingRule['separator'] = '-') {
  const { idOf, numbering, empty = '' }: SlugRule = RULES[name]
  const taken = new Set<string>()
  /** Id of a text -> the number of its last heading: that after it is the next. */
  const numbers = new Map<string, number>()
  /** Taken id -> a later one in the order of Python-Markdown; all between are taken, so that none is passed twice. */
  const later = new Map<string, string>()
  let documentIds = 0

  /** The first free id from `wanted` on in the order of Python-Markdown. */
  function freeUnderscored(wanted: string): string {
    const passed: string[] = []
    let id = wanted
    while (taken.has(id) || id === '') {
      passed.push(id)
      id = later.get(id) ?? id.replace(/_(\d+)$|$/, (_, n = 0) => `_${BigInt(n) + 1n}`)
    }
    for (const one of passed) later.set(one, id)
    return id
  }

  /** With the number of headings of its text before it, or its place among these, whatever other ids there are. */
  function countedId(wanted: string): string {
    const before = numbers.get(wanted) ?? 0
    numbers.set(wanted, before + 1)
    return before === 0 ? wanted : `${wanted}-${numbering === 'place' ? before + 1 : before}`
  }

  /** The first free id; each turn takes the next number, so that turns are at most as many as headings. */
  function freeId(wanted: string): string {
    let number = numbers.get(wanted) ?? 0
    let id = wanted
    while (taken.has(id) || (id === '' && numbering === 'document')) {
      id = numbering === 'document' ? `id${(documentIds += 1)}` : `${wanted}-${(number += 1)}`
    }
    numbers.set(wanted, number)
    return id
  }

  function uniqueId(text: string): string {
    const wanted = idOf(text, separator) || empty
    const isCounted = numbering === 'count' || numbering === 'place'
    const id = isCounted ? countedId(wanted) : numbering === 'underscore' ? freeUnderscored(wanted) : freeId(wanted)
    taken.add(id)
    return id
  }

  return { idOf: uniqueId, take: (id: string) => void taken.add(id) }
}

/** The id of a heading by github-slugger's rule, not yet unique; empty if ids may hold no character of the text. */
export function slug(text: string): string {
  return text.toLowerCase().replace(DROPPED, '').replaceAll(' ', '-')
}

function vueSlug(text: string): string {
  const plain = text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '').replace(/[\0-\x1f]/g, '')
  const words = plain.replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-').replace(/^-|-$/g, '')
  return words.replace(/^(?=\d)/, '_').toLowerCase()
}

function hexoSlug(text: string): string {
  const plain = text.normalize('NFD').replace(/[\u0300-\u036f]/g, '').normalize('NFC').replace(/[\0-\x1f]/g, '')
  return plain.replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'<>,.?/]+/g, '-').replace(/^-|-$/g, '')
}

function hugoSlug(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{Nd}_\- ]/gu, '').replaceAll(' ', '-')
}

function pythonSlug(text: string, separator: HeadingRule['separator']): string {
  const words = text.replace(/[^\p{L}\p{N}_\s-]/gu, '').trim().toLowerCase()
  return words.replace(separator === '_' ? /[_\s]+/g : /[-\s]+/g, separator)
}

/** `pymdownx.slugs.slugify` with lower case, not yet unique. */
export function pymdownSlug(text: string): string {
  const plain = text.normalize('NFC').replace(/\s+/g, ' ').replace(/<[^<>]*>/g, '').trim()
  return plain.toLowerCase().replace(/[^\p{L}\p{N}_\-\s]/gu, '').replace(/\s/g, '-')
}

function toAscii(text: string): string {
  return text.normalize('NFKD').replace(/[^\0-\x7f]/g, '')
}

/** docutils' own, also for names of targets. */
export function docutilsSlug(text: string): string {
  const ascii = toAscii(text.toLowerCase().replaceAll('ß', 'sz'))
  return ascii.replace(/[^a-z0-9]+/g, '-').replace(/^[-0-9]+|-$/g, '')
}

/** Zola's, also for names of files. */
export function zolaSlug(text: string): string {
  return wordSlug(text.normalize('NFKD').replace(/\p{M}/gu, ''))
}

/** Letters and digits alone, with one hyphen between. */
function wordSlug(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')
}

/** Eleventy's filter `slugify`, also for titles in addresses. */
export function eleventySlug(text: string): string {
  const latin = text.normalize('NFC').replace(/[äöü]/gi, '$&e').replaceAll('ß', 'ss')
  return zolaSlug(latin.replaceAll('&', ' and ').replace(/(?<=\w)['’](?=[ts]\b)/gi, ''))
}

function gitbookSlug(text: string): string {
  const spelled = text.normalize('NFKD').replace(/['’\p{M}]/gu, '').replaceAll('&', ' and ').replaceAll('$', 'usd')
  return spelled.toLowerCase().replace(/[^\p{L}\p{N}._]+/gu, '-').replace(/^-|-$/g, '').replace(/^(?=\d)/, 'id-')
}

/** https://github.com/docsifyjs/docsify (`slugify`). */
function docsifySlug(text: string): string {
  const kept = text.trim().toLowerCase().replace(/[\u2000-\u206f\u2e00-\u2e7f\\'!"#$%&()*+,./:;<=>?@[\]^`{|}~]/g, '')
  return kept.replace(/\s/g, '-').replace(/-+/g, '-').replace(/^(?=\d)/, '_')
}
