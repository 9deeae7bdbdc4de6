/**
 * Frontmatter -> whether, and when, its page is published and may be found. One table has the keys of site generators
 * and of their well-known themes. Generators differ about some keys: then the page is left out.
 *
 * A key is compared without its case, hyphens and underscores, and with the key of the map around it: `search_exclude`,
 * `searchExclude` and `exclude` in `search` are one key. Truth has the spellings of YAML 1.1, also as text.
 */
import type { Document, HiddenPages, HiddenReason, Lifetime } from '../document.ts'
import { createGlobTest } from '../generators/path-pattern.ts'
import { type FrontMap, type FrontValue, textAt } from './value.ts'

/** Words for true and false: YAML 1.1 (https://yaml.org/type/bool.html), and what Hugo converts to them. */
const TRUE = 'true yes on y t 1'
const FALSE = 'false no off n f 0'

/** A value of a key that hides its page. */
interface Rule {
  readonly reason: HiddenReason
  readonly keys: ReadonlySet<string>
  readonly values: ReadonlySet<string>
}

/**
 * Not published, by Hugo (gohugo.io/content-management/front-matter/, …/build-options/), Jekyll (`published`:
 * jekyllrb.com/docs/front-matter/), Docusaurus, Starlight, Zola (`render`), Eleventy (`permalink`:
 * www.11ty.dev/docs/permalinks/), Obsidian Publish and its plugins (`publish`, `dg-publish`), Pelican (`status`:
 * docs.getpelican.com/en/latest/content.html), Retype with a password (`visibility`), and what says so itself.
 *
 * Readable, but not to be found: Docusaurus (`unlisted`), Mintlify (`hidden`:
 * www.mintlify.com/docs/organize/hidden-pages), Relearn (`hidden`), Retype (`visibility`:
 * retype.com/configuration/page/), Starlight (`pagefind`, `sidebar.hidden`), Hugo (`build.list`), VitePress, Quarto and
 * Minimal Mistakes (`search: false`), Documentation Theme for Jekyll (`search: exclude`), Nextra, Mintlify and MarkBind
 * (`searchable`), Zola (`in_search_index`), hexo-generator-search (`indexing`), and for search engines GOV.UK's Tech
 * Docs (`prevent_indexing`), PaperMod (`robotsNoIndex`), Nuxt (`robots: false`), Thulite (`seo`).
 */
const RULES: readonly Rule[] = [
  rule('draft', TRUE, 'draft isdraft headless private unpublished'),
  rule('draft', FALSE, 'published publish dgpublish public permalink eleventycomputedpermalink render buildrender'),
  rule('draft', 'never link', 'buildrender'),
  rule('draft', 'draft hidden private unpublished', 'status'),
  rule('draft', 'private protected', 'visibility'),
  rule('excluded', TRUE, 'hidden unlisted sidebarhidden'),
  rule('excluded', FALSE, 'listed pagefind indexing search searchable searchenable searchenabled searchindex insearch'),
  rule('excluded', FALSE, 'insearchindex searchindexed includeinsearch searchinclude buildlist'),
  rule('excluded', 'exclude excluded hidden none never', 'search'),
  rule('excluded', 'never local', 'buildlist'),
  rule('excluded', 'hidden unlisted', 'visibility'),
  rule('noindex', TRUE, 'noindex seonoindex robotsnoindex preventindexing'),
  rule('noindex', FALSE, 'robots robotsindex seoindex'),
]

/**
 * Keys that say no to the search, in any order of their words: Just the Docs (`search_exclude`), Docsy
 * (`exclude_search`), Hextra (`excludeSearch`), Blowfish, Congo and Redocly (`excludeFromSearch`), LoveIt
 * (`hiddenFromSearch`), PaperMod (`searchHidden`), Hugo Book (`bookSearchExclude`), Material for MkDocs
 * (`search.exclude`), Sphinx (`nosearch`, whose value may be empty).
 */
const NO = '(?:exclude|excluded|hide|hidden|ignore|skip)'
const NO_SEARCH = new RegExp(`^(?:book|page)?(?:(?:no|${NO})(?:from|in)?search(?:index)?|search${NO})$`)
const ROBOTS = new Set(['robots', 'seorobots'])
const NO_INDEX = /\b(?:noindex|none)\b/i

/** UTF-16 units of the tags for a page's head. */
const MAX_HEAD_LENGTH = 10_000
const HEAD = /^<head>/im
const META = /<meta\s[^<>]*>/gi
const FENCE = /^[ \t]*(?:`{3}|~{3})/gm

/** Keys of the date from which a page is published, in Hugo's order: https://gohugo.io/configuration/front-matter/ */
const PUBLISH_DATES = ['publishdate', 'pubdate', 'published', 'date', 'datecreated']
const EXPIRY_DATES = ['expirydate', 'unpublishdate']
/** `2026-01-31`, `2026-01-31 08:00`, `2026-01-31T08:00:00.5+01:00`, `2026-01-31 08:00:00 +0100`. */
const DATE = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:(?:[Tt]|[ \t]+)(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?[ \t]*([^]*))?$/
/** `31 Jan 2026`, `Jan 31, 2026`, `Sat Jan 31 08:00:00 2026`: Hugo (github.com/spf13/cast), Astro, Jekyll. */
const WRITTEN = new RegExp([
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},?[ \t]+)?(?:(\d{1,2})[ \t-]+)?/,
  /(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}[ \t-]+(?:(\d{1,2}),?[ \t]+)?/,
  /(?:([\d:]{7,8})[ \t]+(?:[a-z]{3,4}[ \t]+)?)?(\d{4})(?!\d)/,
].map(({ source }) => source).join(''), 'i')
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'
const OFFSET = /^([+-])(\d\d):?(\d\d)?$/

/** A folder of drafts by its name; one that starts with `_` is no part of a site anyway. */
const DRAFTS = /(?:^|\/)drafts\//i
/** Depth of maps whose keys are read: `params.search.exclude`. */
const MAX_DEPTH = 3

/** What the globs are for; what else a target names doesn't count: gohugo.io/configuration/cascade/#target */
const TARGET_KEYS = ['path', 'kind', 'lang', 'environment']

/** Whether and when a page, and those of its folder, are published and may be found. */
export type Publication = Pick<Document, 'hidden' | 'isStated' | 'lifetime' | 'hiddenBelow'>

/** The publication that the frontmatter states. */
export function readPublication(data: FrontMap): Publication {
  const entries = flatEntries(data)
  const hidden = hiddenBy(entries) ?? (hasRobotsTag(data.get('head')) ? 'noindex' : null)
  const stated = hasWord(data.get('publish'), TRUE) ? { isStated: true as const } : {}
  return { hidden, ...stated, lifetime: lifetimeOf(entries), hiddenBelow: hiddenPages(data.get('cascade')) }
}

/** The pages of Hugo that inherit that they are hidden: gohugo.io/configuration/cascade */
export function hiddenPages(cascade: FrontValue | undefined): readonly HiddenPages[] {
  return [cascade].flat().flatMap((one: FrontValue | undefined) => {
    if (!(one instanceof Map)) return []
    const target = one.get('target') ?? one.get('_target')
    const reason = hiddenBy(flatEntries(one))
    const [path = null, kind = null, lang = null, environment] = TARGET_KEYS.map((key) => textAt(target, key))
    const isMeant = createGlobTest(environment ?? '*', 'hugo')('production')
    return reason === null || !isMeant ? [] : { reason, path, kind, lang }
  })
}

/** True for a page in a folder of drafts, unless it says that it is none. */
export function isInDrafts(path: string, data: FrontMap): boolean {
  return DRAFTS.test(path) && !hasWord(data.get('draft'), FALSE) && !hasWord(data.get('published'), TRUE)
}

function rule(reason: HiddenReason, values: string, keys: string): Rule {
  return { reason, keys: new Set(keys.split(' ')), values: new Set(values.split(' ')) }
}

function hasWord(value: FrontValue | undefined, words: string): boolean {
  return words.split(' ').includes(wordOf(value))
}

function wordOf(value: FrontValue | undefined): string {
  return value === null ? '' : String(value).trim().toLowerCase()
}

/** The values by their keys with those of the maps around them, except Hugo's `params` and Zola's `extra`. */
function flatEntries(data: FrontMap): ReadonlyMap<string, FrontValue> {
  const entries = new Map<string, FrontValue>()
  function add(map: FrontMap, around: string, depth: number): void {
    for (const [key, value] of map) {
      const name = around + key.toLowerCase().replace(/[-_\s]/g, '')
      if (!(value instanceof Map)) entries.set(name, value)
      else if (depth < MAX_DEPTH) add(value, name === 'params' || name === 'extra' ? '' : name, depth + 1)
    }
  }
  add(data, '', 0)
  return entries
}

function hiddenBy(entries: ReadonlyMap<string, FrontValue>): HiddenReason | null {
  let reason: HiddenReason | null = null
  for (const [key, value] of entries) {
    const word = wordOf(value)
    const isExcluded = NO_SEARCH.test(key) && (word === '' || hasWord(word, TRUE))
    const isNoIndex = ROBOTS.has(key) && [value].flat().some((part) => typeof part === 'string' && NO_INDEX.test(part))
    const stated = RULES.find(({ keys, values }) => keys.has(key) && values.has(word))?.reason
    if (stated === 'draft') return stated
    reason ??= stated ?? (isExcluded ? 'excluded' : isNoIndex ? 'noindex' : null)
  }
  return reason
}

/** True if the tags for the page's head, however nested, hold `<meta name="robots" content="noindex">`. */
function hasRobotsTag(head: unknown): boolean {
  if (Array.isArray(head)) return head.some(hasRobotsTag)
  if (!(head instanceof Map)) return false
  const isTag = head.get('name') === 'robots' && NO_INDEX.test(String(head.get('content')))
  return isTag || [...head.values()].some(hasRobotsTag)
}

/** True for text with that tag in `<head>`, outside of code: docusaurus.io/docs/markdown-features/head-metadata */
export function hasNoIndexHead(text: string): boolean {
  const start = text.search(HEAD)
  const isInCode = (text.slice(0, Math.max(0, start)).match(FENCE)?.length ?? 0) % 2 === 1
  const head = start === -1 || isInCode ? '' : text.slice(start, start + MAX_HEAD_LENGTH).replace(/<\/head>[^]*/i, '')
  return (head.match(META) ?? []).some((tag) => /\bname=["']?robots\b/i.test(tag) && NO_INDEX.test(tag))
}

function lifetimeOf(entries: ReadonlyMap<string, FrontValue>): Lifetime | null {
  const from = firstTime(entries, PUBLISH_DATES)
  const until = firstTime(entries, EXPIRY_DATES)
  return from === null && until === null ? null : { from: from ?? -Infinity, until: until ?? Infinity }
}

function firstTime(entries: ReadonlyMap<string, FrontValue>, keys: readonly string[]): number | null {
  const values = keys.map((key) => entries.get(key))
  const times = values.map((value) => (typeof value === 'string' ? timeOf(value.trim()) : null))
  return times.find((time) => time !== null) ?? null
}

/** The time of a date, in UTC if it names no zone, as in Hugo; null for any other text. */
function timeOf(text: string): number | null {
  const digits = text.replace(WRITTEN, (...[, before, month = '', after, time = '', year]: (string | undefined)[]) => {
    return `${year}-${MONTHS.indexOf(month.slice(0, 3).toLowerCase()) / 4 + 1}-${before ?? after} ${time}`.trimEnd()
  })
  const [, year, month, day, hour = 0, minute = 0, second = 0, zone = ''] = DATE.exec(digits) ?? []
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  // February has no 31st.
  if (date.getUTCMonth() + 1 !== Number(month) || date.getUTCDate() !== Number(day)) return null
  const [, sign, hours, minutes = 0] = OFFSET.exec(zone) ?? []
  const offset = sign === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes))
  return date.getTime() + ((Number(hour) * 60 + Number(minute) - offset) * 60 + Number(second)) * 1_000
}
