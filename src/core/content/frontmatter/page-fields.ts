/**
 * Frontmatter -> the fields of its page, by the conventions of Astro and
 * Starlight, VitePress, Docusaurus, MkDocs Material and Hugo.
 */
import type { MenuFields } from '../document.ts'
import { visibleLine, withoutCodeMarks } from '../invisible.ts'
import { languageTag } from '../../text/language.ts'
import { isWeight } from '../settings.ts'
import { type Publication, readPublication } from './publication.ts'
import { type FrontMap, type FrontValue, itemsAt, membersAt, valueAt } from './value.ts'

/** Keys of its place in a menu: its number, its name there, the page further above. */
const POSITIONS = ['sidebar_position', 'nav_order', 'weight']
const LABELS = ['sidebar_label', 'sidebarTitle', 'linkTitle', 'nav_title']
const ANCESTORS = ['ancestor', 'grand_parent']
const isAddress = (text: string) => /^(?=\S*[/-])\S*$/.test(text)

/** Reads the fields of a page that its frontmatter can set; one that is missing or no text or number is null. */
export function readPageFields(data: FrontMap) {
  const publication = readPublication(data)
  const weight = valueAt(data, 'search.weight')
  return {
    title: lineIn(data, 'title', 'pageTitle'),
    description: withoutCodeMarks(lineIn(data, 'description') ?? lineOf(htmlMeta(data, 'description'))),
    slug: lineIn(data, 'slug'),
    permalink: addressIn(data, 'permalink', 'url', 'permalinkPattern'),
    route: routeOf(data),
    id: lineIn(data, 'id'),
    group: lineIn(data, 'group', 'category'),
    lang: languageTag(lineIn(data, 'lang', 'locale') ?? ''),
    version: lineIn(data, 'version'),
    canonical: lineIn(data, 'canonical', 'canonical_url'),
    aliases: aliasesOf(data),
    categories: categoriesOf(data),
    // Those among Hugo's `aliases`, and those of jekyll-redirect-from.
    formerAddresses: [...listOf(data.get('aliases')), ...listOf(data.get('redirect_from'))].filter(isAddress),
    redirectTo: redirectOf(data),
    weight: isWeight(weight) ? weight : null,
    menu: menuFields(data, publication),
    ...publication,
    // Nothing else of such a page is shown: github.com/jekyll/jekyll-redirect-from.
    hidden: publication.hidden ?? (listOf(data.get('redirect_to')).length > 0 ? 'generated' : null),
  }
}

/** Where a page leads that has nothing else to show: `redirect_to` of Jekyll, `redirect` of many Hugo sites. */
function redirectOf(data: FrontMap): string | null {
  const [address = ''] = listOf(data.get('redirect_to') ?? data.get('redirect'))
  return /^(?:https?:\/\/|\/)[^\s{}]+$/.test(address) ? address : null
}

/** The keys of Docusaurus, Just the Docs, Starlight, Eleventy and Hugo; which of them count is up to the generator. */
function menuFields(data: FrontMap, { lifetime }: Publication): MenuFields {
  const nested = (key: string) => ['sidebar', 'eleventyNavigation'].map((around) => valueAt(data, `${around}.${key}`))
  const key = lineOf(valueAt(data, 'eleventyNavigation.key'))
  const positions = POSITIONS.map((key) => data.get(key))
  const labels = [...nested('label'), ...nested('title')].map(lineOf)
  return {
    position: [...positions, ...nested('order')].find((value) => typeof value === 'number') ?? null,
    label: lineIn(data, ...LABELS) ?? labels.find((text) => text !== null) ?? key,
    parent: lineIn(data, 'parent') ?? lineOf(valueAt(data, 'eleventyNavigation.parent')),
    ancestor: lineIn(data, ...ANCESTORS),
    key,
    date: lifetime !== null && Number.isFinite(lifetime.from) ? lifetime.from : null,
    toctrees: [],
  }
}

/** An address from the root of the site, or a form of it; not the name of a style of addresses. */
function addressIn(data: FrontMap, ...keys: readonly string[]): string | null {
  const address = lineIn(data, ...keys)
  return address !== null && /^(?![\w+.-]+:)(?=.*[/.])/.test(address) ? address : null
}

/** An address of a folder, with or without slashes around it: getzola.org/documentation/content/page */
function routeOf(data: FrontMap): string | null {
  const route = lineIn(data, 'path', 'route')
  return route === null || /[:{]/.test(route) ? null : route.replace(/^\/?(.*?)\/?$/, '/$1/')
}

/** Other names of the page and its keywords, with commas or as lists, which authors add for search; tags only group. */
function aliasesOf(data: FrontMap): string[] {
  const ofHead = [...metaKeywords(data), ...listOf(htmlMeta(data, 'keywords'))]
  const keywords = [...listOf(data.get('keywords')), ...ofHead]
  return [...listOf(data.get('aliases')), ...keywords.flatMap((names) => names.split(/,\s*/))]
}

/** A list, or words with blanks between: jekyllrb.com/docs/posts/#categories */
function categoriesOf(data: FrontMap): string[] {
  const stated = data.get('categories')
  return typeof stated === 'string' ? stated.split(/\s+/) : listOf(stated ?? data.get('category'))
}

/** A tag for the page's head: myst-parser.readthedocs.io/en/latest/configuration.html#html-metadata */
function htmlMeta(data: FrontMap, name: string): FrontValue | undefined {
  const tags = ['myst.html_meta', 'html_meta'].flatMap((path) => membersAt(data, path))
  return tags.find(([key]) => key.split(' ')[0] === name)?.[1]
}

/** Keywords in the elements of a page's head: `[meta, { name: keywords }]` of VitePress, `{ attrs }` of Starlight. */
function metaKeywords(data: FrontMap): string[] {
  return itemsAt(data, 'head').flatMap((element) => {
    const attributes = valueAt(element, '1') ?? valueAt(element, 'attrs')
    return valueAt(attributes, 'name') === 'keywords' ? listOf(valueAt(attributes, 'content')) : []
  })
}

/** The texts and numbers of a list, or the only one, each as one line of plain text. */
export function listOf(value: FrontValue | undefined): string[] {
  return (Array.isArray(value) ? value : [value]).flatMap((name) => lineOf(name) ?? [])
}

/** The texts of a home page that its theme shows, of VitePress, VuePress and Starlight, in the order of the page. */
export function homeTexts(data: FrontMap): string[] {
  const [ofHero, actions] = data.get('home') === true
    ? [['heroText', 'tagline', 'footer'], 'actions']
    : [['hero.name', 'hero.title', 'hero.text', 'hero.tagline'], 'hero.actions']
  const cards = [...itemsAt(data, actions), ...itemsAt(data, 'features')]
  const ofCards = cards.flatMap((card) => ['text', 'title', 'details', 'linkText'].map((key) => valueAt(card, key)))
  return [...ofHero.map((path) => valueAt(data, path)), ...ofCards].flatMap((text) => lineOf(text) ?? [])
}

/** The first of these keys whose value is a text or a number. */
function lineIn(data: FrontMap, ...keys: readonly string[]): string | null {
  return keys.map((key) => lineOf(data.get(key))).find((text) => text !== null) ?? null
}

/** A text or a number as one line of plain text. */
function lineOf(value: FrontValue | undefined): string | null {
  return typeof value === 'string' || typeof value === 'number' ? visibleLine(String(value)) : null
}
