/**
 * The pages of a site -> the section or file that a link on a page opens. A link in Markdown can mean a file beside its
 * own (`./setup.md`, `../api`) or an address as a browser reads it (`../api/`): generators differ. The meaning that leads
 * to a page counts.
 */
import { folderLanguage } from '../../text/language.ts'
import { endsOf, formatOf, sectionUrl } from '../address.ts'
import { lettersOf, slug } from '../generators/heading-ids.ts'
import type { SiteRules } from '../generators/rules.ts'
import { decodeAddress, MARKDOWN_FILE, mountOf, pathWithin } from '../generators/source-address.ts'
import type { LinkCause, Page, Section } from '../page.ts'
import { parseElements } from '../structure/encoding.ts'
import { readTemplateAddress } from './template-address.ts'

/**
 * Who has a page: everybody; whoever has its address, but no search (`unlisted`); nobody here, though the site may show
 * it (`hidden`); or nobody, since the site does not publish it now.
 */
export type Visibility = 'listed' | 'unlisted' | 'hidden' | 'unpublished'

/** A page to which links may lead. */
export interface LinkTarget {
  readonly page: Page
  /** Ids of the page besides the anchors of its sections; null if they can't be known. */
  readonly ids: readonly string[] | null
  readonly visibility: Visibility
  /** Address of the page of which it is a copy: links lead there. */
  readonly copyOf?: string
}

/** True for a page that is read here. */
export function isRead({ visibility }: Pick<LinkTarget, 'visibility'>): boolean {
  return visibility === 'listed' || visibility === 'unlisted'
}

/** Scheme or host at the start of an address that leads out of the site. */
const FOREIGN = /^(?:[A-Za-z][A-Za-z0-9+.-]*:|\/\/)/
const ORIGIN = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/
/** Addresses that a bundler or a generator replaces: `~/a`, `@/a`, `<a>`, `$link`. */
const REPLACED = /^(?:[~@$]|[^/?#]*[{<])/
const HTML_FILE = /\.html?$/i
/** A file that is not a page: `logo.svg`, `data.json`. */
const OTHER_FILE = /\.[a-z][a-z0-9]{0,4}$/i
const NO_PAGE = 'there is no such page'
/** The router of Docsify: `#/guide/setup?id=install`; in links to files `?id=` alone. */
const DOCSIFY_ROUTE = /^\/?#(\/[^?#]*)(?:\?id=([^&#]*))?$/
const DOCSIFY_ID = /^\?id=([^&]+)$/
/** Fragments that every page has, those of texts, and those of footnotes, which generators make. */
const KNOWN_FRAGMENT = /^(?:(?:_?top)?$|:~:|(?:user-content-)?fn(?:ref)?[:-])/

/** Redirects that one link follows, and those with a rest that an address is compared with. */
const MAX_HOPS = 4
const MAX_REST_REDIRECTS = 200

/** Why a link opens nothing. */
export interface LinkFault {
  readonly cause: LinkCause
  readonly problem: string
  /** The key of an address without a page; null for any other link. */
  readonly missingPage: string | null
  /** What the link has before the address of a page (`prefix`), or the page before that of the link (`folder`). */
  readonly prefix: { readonly cause: 'prefix' | 'folder'; readonly path: string; readonly problem: string } | null
}

const HUGO_REF = /^\{\{[<%]\s*(?:rel)?ref\b/

interface ResolvedLink {
  /** Null for an address that only a generator knows: its link is text. */
  readonly url: string | null
  /** Null for a link that works. */
  readonly fault: LinkFault | null
}

interface Target {
  readonly url: string
  readonly isUnpublished: boolean
  /** All fragments of the page; null if they can't be known. */
  readonly fragments: () => ReturnType<typeof fragmentsOf>
}

/** Makes the key of an id that may be spelled in another way. */
type IdKey = (id: string) => string

/** The targets that links of a site may have, with what finds them. */
export type LinkTargets = ReturnType<typeof createLinkTargets>

/** The rules of a site that say where links lead; `mounts` if it has folders of pages, `generator` if it has one. */
export type LinkRules = Pick<SiteRules, 'redirects' | 'targets'> &
  Partial<Pick<SiteRules, 'generator' | 'madePages' | 'mounts'>>

/** The targets of links in these pages, below a base. */
export function createLinkTargets(
  all: readonly LinkTarget[],
  { base, redirects, targets, madePages = null, mounts = [], generator }: LinkRules & { readonly base: string },
) {
  /** By the keys of addresses and files. */
  const byAddress = new Map<string, Target>()
  const byFile = new Map<string, Target>()
  /** By the address of the page as it is, which most links have. */
  const byUrl = new Map<string, Target>()
  /** Folders of files and addresses, with the number of pages that have an address in each. */
  const folders = new Map<string, number>()
  // What is published has its address, whatever else would have it.
  const isDraft = ({ visibility }: LinkTarget) => visibility === 'unpublished'
  // Of what readers open: github.com/GitbookIO/gitbook (`Expandable.tsx`), mintlify.com/docs/components/accordions
  const hasTitleIds = generator === 'gitbook' || generator === 'mintlify'
  // Ids of docutils begin with a letter.
  const keyOf: IdKey = generator === 'sphinx' ? (id) => lettersOf(id).replace(/^\P{L}+/u, '') : lettersOf
  const publishedFirst = all.toSorted((a, b) => Number(isDraft(a)) - Number(isDraft(b)))
  for (const each of publishedFirst) {
    const { page: { path, url }, copyOf = url } = each
    const isUnpublished = isDraft(each)
    const target = { url: copyOf, isUnpublished, fragments: lazy(() => fragmentsOf(each, hasTitleIds, keyOf)) }
    const address = addressKey(url)
    // A site has a home page, whatever file of its address is left out.
    if (isUnpublished && address === addressKey(base)) continue
    if (!byAddress.has(address)) byAddress.set(address, target)
    if (!byUrl.has(url)) byUrl.set(url, isRead(each) ? target : (byAddress.get(address) ?? target))
    if (!isUnpublished || !byFile.has(fileKey(path))) byFile.set(fileKey(path), target)
    folders.set(folderOf(address), (folders.get(folderOf(address)) ?? 0) + 1)
    for (const key of [folderOf(address), folderOf(path)]) {
      for (let folder = key; folder !== ''; folder = folderOf(folder)) folders.set(folder, folders.get(folder) ?? 0)
    }
  }
  // Generators name files from their folder of pages.
  for (const { page: { path } } of mounts.length === 0 ? [] : publishedFirst) {
    const inFolder = fileKey(path.slice(mountOf(path, mounts).folder.length))
    const target = byFile.get(fileKey(path))
    if (target !== undefined && !byFile.has(inFolder)) byFile.set(inFolder, target)
  }
  const pages = all.filter(isRead).map(({ page }) => page)
  const forwards = redirects.map(({ from, to }) => ({ from: addressKey(from.replace(MARKDOWN_FILE, '')), to }))
  return {
    base, byAddress, byFile, byUrl, folders, madePages, targets, keyOf, hasIdQueries: generator === 'docsify',
    // An address without a language leads to that of the reader: nextra.site/docs/guide/i18n
    addsLanguage: generator === 'nextra' || generator === 'fumadocs',
    /** Loose keys of the targets that authors named -> their addresses; of two the first. */
    byTarget: lazy(() => new Map(targets === 'page' ? [] : namedTargets(pages, keyOf).toReversed())),
    /** Pages by their names in lower case, with the folders around or without. */
    byName: lazy(() => new Map([...byFile].toReversed().flatMap(([key, target]) => {
      return [...endsOf(key), key].map((end) => [nameKey(end), target] as const)
    }))),
    /** Ids on all pages -> their addresses. */
    byId: lazy(() => {
      const places = pages.flatMap((page) => idsOf(page).map((id) => [id, sectionUrl(page, id)] as const))
      return new Map(places.toReversed())
    }),
    root: addressKey(base) === '' ? '' : `${addressKey(base)}/`,
    byLowerCase: lazy(() => new Map([...byAddress, ...byFile].map(([key, { url }]) => [key.toLowerCase(), url]))),
    /** The addresses of pages without their first segments -> the first page with each. */
    byEnd: lazy(() => {
      const ends = [...byAddress].flatMap(([key, { url }]) => endsOf(key).map((end) => [end, url] as const))
      return new Map(ends.filter(([end]) => end.includes('/')).toReversed())
    }),
    forwards: new Map(forwards.map((forward) => [forward.from, forward])),
    restForwards: forwards.filter(({ from }) => from.endsWith('*')).slice(0, MAX_REST_REDIRECTS),
  }
}

/** What a link on a page opens. Null for a link that leads out of the site, or nowhere that the site knows of. */
export function resolveLink(site: LinkTargets, href: string, from: Page): ResolvedLink | null {
  if (href.startsWith('[')) return resolveName(site, href, from)
  const template = readTemplateAddress(href)
  if (template === null) return REPLACED.test(href) ? null : resolvePlain(site, href, from)
  const { candidates, isGuess } = template
  const [first] = candidates
  const links = candidates.map((address) => resolvePlain(site, address, from))
  const link = links.find((link) => link !== null && (link.fault === null || link.fault.cause === 'anchor'))
  if (link != null) return link
  // A name without a folder is that of a page anywhere: gohugo.io/shortcodes/ref
  const [, name = '', fragment = ''] = HUGO_REF.test(href) ? (/^([^/#]+)#?([^]*)$/.exec(first ?? '') ?? []) : []
  const named = name === '' ? null : resolveFragment(site.byName().get(nameKey(name)), '', fragment)
  if (named !== null) return named
  if (!isGuess && first !== undefined) return links[0] ?? { url: first, fault: null }
  return { url: null, fault: faultOf('template', 'only the generator of the site knows its address') }
}

/** What `[[page#heading]]` opens, by the name of a page, or `[id]`, by an id anywhere, also in another site. */
function resolveName(site: LinkTargets, href: string, from: Page): ResolvedLink | null {
  if (!href.startsWith('[[')) {
    const id = href.slice(1, -1).replaceAll('`', '')
    // A dotted name is rather an object of another project than the text of a heading.
    const url = site.byId().get(id) ?? (id.includes('.') ? undefined : site.byId().get(slug(id)))
    return { url: url ?? null, fault: null }
  }
  const [name = '', heading = ''] = href.slice(2, -2).split('#', 2)
  const target = findPage(site, name || fileKey(from.path), from) ?? site.byName().get(nameKey(name))
  // The id of a block is no place of the page.
  const fragment = heading.startsWith('^') ? '' : heading
  return resolveFragment(target, '', fragment) ?? { url: null, fault: faultOf('page', NO_PAGE) }
}

function resolvePlain(site: LinkTargets, href: string, from: Page, hops = 0): ResolvedLink | null {
  if (FOREIGN.test(href)) return null
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(?:#([^]*))?$/.exec(href) ?? []
  const [, routed, id = ''] = DOCSIFY_ROUTE.exec(href) ?? []
  const route = routed === undefined ? undefined : findPage(site, decodeAddress(routed), from)
  if (route !== undefined) return resolveFragment(route, '', id)
  if (path === '' && query === '') return resolveTarget(site, fragment, from)
  if (path === '') return null
  const plain = decodeAddress(path)
  const target = findPage(site, plain, from) ?? (site.addsLanguage ? findTranslation(site, plain, from) : undefined)
  if (target !== undefined) {
    const named = fragment === '' ? DOCSIFY_ID.exec(query)?.[1] : undefined
    const isId = site.hasIdQueries || target.fragments()?.ids.has(decodeAddress(named ?? '')) === true
    const [more, place] = named !== undefined && isId ? ['', named] : [query, fragment]
    const found = resolveFragment(target, more, place)
    if (found?.fault?.cause !== 'anchor') return found
    const translated = resolveFragment(findTranslation(site, plain, from), query, fragment)
    return translated?.fault === null ? translated : found
  }
  const named = fragment === '' && !plain.includes('.') ? site.byTarget().get(site.keyOf(plain)) : undefined
  if (named !== undefined) return { url: named, fault: null }
  const forwarded = hops < MAX_HOPS ? newAddress(site, plain, from) : null
  if (forwarded !== null) {
    const keeps = fragment !== '' && !forwarded.includes('#')
    return resolvePlain(site, keeps ? `${forwarded}#${fragment}` : forwarded, from, hops + 1)
  }
  const isOther = OTHER_FILE.test(path) && !HTML_FILE.test(path) && !MARKDOWN_FILE.test(path)
  if (isOther) return { url: filePath(site, href, from), fault: null }
  const isName = !/[/#]/.test(href) && !MARKDOWN_FILE.test(path)
  if (site.targets === 'projects' && isName) return { url: null, fault: missingTarget(site, plain) }
  const fault = missing(site, plain, from)
  return fault === null ? null : { url: href, fault }
}

/** What `#a` opens: a place on its page, or a named target on another. */
function resolveTarget(site: LinkTargets, fragment: string, from: Page): ResolvedLink | null {
  const page = site.byFile.get(fileKey(from.path))
  const own = resolveFragment(page, '', fragment)
  if (site.targets === 'page' || own === null || (own.fault !== null && own.fault.cause !== 'anchor')) return own
  const name = decodeAddress(fragment)
  const url = site.byTarget().get(site.keyOf(name))
  if (url !== undefined && (own.fault !== null || url.split('#', 1)[0] === page?.url)) return { url, fault: null }
  return own.fault === null ? own : { url: null, fault: missingTarget(site, name) }
}

function missingTarget({ targets }: LinkTargets, name: string): LinkFault {
  if (targets === 'site') return faultOf('anchor', `no page has the target ${name}`)
  return faultOf('elsewhere', `no page has the target ${name}, which another project may have`)
}

/** The targets that the authors of pages named. One at the start of a section is that section. */
function namedTargets(pages: readonly Page[], keyOf: IdKey): readonly (readonly [string, string])[] {
  return pages.flatMap((page) => page.sections.flatMap((section) => anchorsIn(section).map(({ id, start }) => {
    return [keyOf(id), sectionUrl(page, start === 0 ? section.anchor : id)] as const
  })))
}

/** The address that the site forwards a path to, null for none. */
function newAddress({ root, forwards, restForwards }: LinkTargets, path: string, from: Page): string | null {
  if (forwards.size === 0) return null
  const isFile = MARKDOWN_FILE.test(path) && !path.startsWith('/')
  const written = isFile ? fileKey(pathWithin(from.path, path)) : addressKey(joinAddress(from.url, path))
  for (const key of written.startsWith(root) ? [written.slice(root.length), written] : [written]) {
    const forward = forwards.get(key) ?? restForwards.find((other) => key.startsWith(other.from.slice(0, -1)))
    if (forward === undefined) continue
    const to = forward.to.replace(/\*$/, () => key.slice(forward.from.length - 1))
    if (FOREIGN.test(to)) return to
    // Files are named from the root, addresses from the one that is forwarded.
    return MARKDOWN_FILE.test(to) ? `/${pathWithin('', to)}` : joinAddress(`/${key}`, to)
  }
  return null
}

/** Why there is no page at a path; null for what the site makes, such as the list of a folder. */
function missing(site: LinkTargets, path: string, from: Page): LinkFault | null {
  const { byAddress, byFile, folders, byLowerCase, madePages, root } = site
  const isFile = MARKDOWN_FILE.test(path)
  // Above the root is a file of the project that is not a page. The root is that of the addresses or the folder read.
  const levels = path.split('/').filter((segment) => segment === '..').length
  const depths = [from.path, addressKey(from.url).slice(root.length)].map((below) => below.split('/').length)
  const isAbove = !path.startsWith('/') && levels >= Math.min(...depths)
  if (isFile && isAbove) return faultOf('outside', 'the file is outside of the folder of pages')
  const address = addressKey(joinAddress(from.url, path))
  const file = path.startsWith('/') ? path.slice(1) : pathWithin(from.path, path)
  if (!isFile && (folders.has(address) || folders.has(file))) return null
  const keys = [address, fileKey(file)].filter((key) => !byAddress.has(key) && !byFile.has(key))
  const other = keys.flatMap((key) => byLowerCase().get(key.toLowerCase()) ?? [])[0]
  if (other !== undefined) return faultOf('case', `the page is ${other}: letter case counts`)
  if (madePages?.test(address.startsWith(root) ? address.slice(root.length) : address) === true) return null
  const original = findOriginal(site, address, from)
  if (original !== undefined) {
    return faultOf('elsewhere', `it is not translated, and some sites show ${original} in its place`)
  }
  const prefix = path.startsWith('/') ? findPrefix(site, addressKey(path)) : null
  if (isFile) return { ...faultOf('page', NO_PAGE), prefix }
  // An address outside of the folders with pages may be one that the site has from elsewhere.
  if (address.includes('/') && folders.has(folderOf(address)) && !isAbove) {
    return { ...faultOf('page', NO_PAGE), missingPage: address, prefix }
  }
  // A built site has all of its pages; other programs have the rest.
  if (prefix === null && formatOf(from.path) === 'html') return null
  return { ...faultOf('elsewhere', 'no folder with pages has this address'), prefix }
}

/** The page whose translation is missing at an address; only translations link to translations. */
function findOriginal({ root, byAddress }: LinkTargets, address: string, { url }: Page): string | undefined {
  const folder = languageFolder(root, url)
  if (folder === null || !address.startsWith(folder)) return undefined
  const originalOf = (key: string) => byAddress.get(root + key.slice(folder.length))?.url
  return originalOf(addressKey(url)) === undefined ? undefined : originalOf(address)
}

/** The page at an address in the language of the page with the link, which some generators open in its place. */
function findTranslation({ root, byAddress }: LinkTargets, path: string, { url }: Page): Target | undefined {
  const folder = languageFolder(root, url)
  if (folder === null || !path.startsWith('/')) return undefined
  const key = addressKey(path)
  return byAddress.get(folder + (key.startsWith(root) ? key.slice(root.length) : key))
}

/** What the addresses of translations begin with, by that of one of them; null for a page that is none. */
function languageFolder(root: string, url: string): string | null {
  const [locale = ''] = addressKey(url).slice(root.length).split('/', 1)
  return folderLanguage(locale) === null ? null : `${root}${locale}/`
}

function findPrefix({ byAddress, byEnd }: LinkTargets, key: string): LinkFault['prefix'] {
  for (const end of endsOf(key)) {
    const url = byAddress.get(end)?.url
    if (url === undefined) continue
    const path = `/${key.slice(0, -end.length - 1)}`
    return { cause: 'prefix', path, problem: `the page is ${url}, without ${path}` }
  }
  const url = byEnd().get(key)
  if (url === undefined) return null
  const path = addressKey(url).slice(0, -key.length - 1)
  return { cause: 'folder', path, problem: `the page is ${url}` }
}

function findPage(site: LinkTargets, path: string, from: Page): Target | undefined {
  const { base, byAddress, byFile, byUrl } = site
  const isAbsolute = path.startsWith('/')
  const asAddress = () => {
    const asWritten = byUrl.get(path)
    if (asWritten !== undefined) return asWritten
    const address = joinAddress(from.url, path)
    const target = byUrl.get(address) ?? byAddress.get(addressKey(address))
    return target === undefined && isAbsolute ? byAddress.get(addressKey(base + path.slice(1))) : target
  }
  const asFile = () => byFile.get(fileKey(isAbsolute ? path.slice(1) : pathWithin(from.path, path)))
  if (!MARKDOWN_FILE.test(path)) return asAddress() ?? asFile()
  return asFile() ?? asAddress() ?? findElsewhere(byFile, path, from.path)
}

/**
 * Docusaurus finds a file below any folder around the one that links to it, and from its project, in which the folder of
 * pages has a name.
 */
function findElsewhere(byFile: LinkTargets['byFile'], path: string, from: string): Target | undefined {
  if (path.startsWith('.')) return undefined
  for (let folder = folderOf(from); ; folder = folderOf(folder)) {
    const target = byFile.get(fileKey(pathWithin(folder === '' ? '' : `${folder}/`, path)))
    if (target !== undefined) return target
    if (folder === '') return path.startsWith('/') ? byFile.get(fileKey(path.replace(/^\/[^/]*\//, ''))) : undefined
  }
}

/** Address of a file: relative to the file of its page; null if only a generator knows it. */
export function resolveFile(site: LinkTargets, src: string, from: Page): string | null {
  const [path] = readTemplateAddress(src)?.candidates ?? [src]
  return path === undefined ? null : filePath(site, path, from)
}

function filePath({ base }: LinkTargets, src: string, { path, url }: Page): string {
  if (FOREIGN.test(src) || REPLACED.test(src) || src.startsWith('#')) return src
  const origin = originOf(base)
  if (src.startsWith('/')) return src.startsWith(base.slice(origin.length)) ? origin + src : base + src.slice(1)
  const [file = '', more = ''] = src.split(/(?=[?#])/, 2)
  if (formatOf(path) === 'html') return joinAddress(url, file) + more
  return base + pathWithin(path, file) + more
}

function resolveFragment(target: Target | undefined, query: string, fragment: string): ResolvedLink | null {
  if (target === undefined) return null
  const { url, isUnpublished } = target
  const fragments = target.fragments()
  const anchor = decodeAddress(fragment)
  const isChecked = !KNOWN_FRAGMENT.test(anchor) && fragments !== null
  const found = isChecked && !fragments.ids.has(anchor) ? fragments.idLike(anchor) : anchor
  const id = found ?? anchor
  const fault = isUnpublished ? faultOf('unpublished', `the page ${url} is a draft, or not published now`)
    : found === undefined ? faultOf('anchor', `the page ${url} has no #${anchor}`) : null
  return { url: sectionUrl({ url: url + query }, id === '' ? null : id), fault }
}

function faultOf(cause: LinkCause, problem: string): LinkFault {
  return { cause, problem, missingPage: null, prefix: null }
}

function fragmentsOf({ page, ids: others }: LinkTarget, hasTitleIds: boolean, keyOf: IdKey) {
  if (others === null) return null
  const ids = [...idsOf(page, hasTitleIds), ...others]
  const byKey = lazy(() => new Map(ids.toReversed().map((id) => [keyOf(id), id])))
  return { ids: new Set(ids), idLike: (name: string) => byKey().get(keyOf(name)) }
}

/** The ids in the text of a page, those of its sections first. */
function idsOf({ sections }: Page, hasTitleIds = false): readonly string[] {
  const places = sections.flatMap((section) => anchorsIn(section, hasTitleIds).map(({ id }) => id))
  return [...sections.flatMap(({ anchor }) => anchor ?? []), ...places]
}

function anchorsIn({ structure, text }: Section, hasTitleIds = false): { id: string; start: number }[] {
  const elements = hasTitleIds || structure.includes('A') ? parseElements(structure) : []
  return elements.flatMap(({ element, start, end }) => {
    if (element.type === 'anchor') return { id: element.id, start }
    return hasTitleIds && element.type === 'title' ? { id: slug(text.slice(start, end)), start } : []
  })
}

function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => (made ??= { value: make() }).value
}

function nameKey(path: string): string {
  return path.toLowerCase().replace(MARKDOWN_FILE, '').replace(/[^\p{L}\p{N}/]+/gu, '').replace(/^\//, '')
}

/** The path of an address, without what servers make no difference of. */
export function addressKey(address: string): string {
  return decodeAddress(address).replace(HTML_FILE, '').replace(/\/index$/i, '/').replace(/^\/+|(?<!\/)\/+$/g, '')
}

function fileKey(path: string): string {
  const name = path.replace(MARKDOWN_FILE, '').replace(HTML_FILE, '')
  return name.replace(/(^|\/)(?:_?index|readme)$/i, '$1').replace(/(?<!\/)\/+$/, '')
}

/** The folder of a key, empty for one at the root. */
export function folderOf(key: string): string {
  return key.slice(0, Math.max(0, key.lastIndexOf('/')))
}

/** An address relative to that of a page, as browsers read it. */
export function joinAddress(url: string, path: string): string {
  const origin = originOf(url)
  if (path.startsWith('/')) return origin + (path.includes('/.') ? `/${pathWithin('', path)}` : path)
  return `${origin}/${pathWithin(url.slice(origin.length + 1), path)}`
}

/** Scheme and host of an address, empty for a root-relative one. */
export function originOf(address: string): string {
  return address.startsWith('/') ? '' : (ORIGIN.exec(address)?.[0] ?? '')
}
