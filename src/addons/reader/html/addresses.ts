/** Addresses in content -> those that a page may hold: none that runs a script or loads from elsewhere. */
import type { Page } from '../../../core/content.ts'

export interface AddressSettings {
  /** Origin of the site's links, such as `https://docs.test`, null for root-relative links. */
  readonly origin: string | null
  /** True for the root-relative address of a file that the site serves. */
  readonly isServed: (address: string) => boolean
  readonly remoteImages: boolean
}

const LINK_SCHEMES = new Set(['http', 'https', 'mailto', 'tel'])
const WEB = /^https?:$/
/** Characters that browsers remove from an address before they read its scheme. */
const IGNORED = /[\u0000-\u0020]+/g
const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):/
/** Two slashes of either kind begin the name of a host. */
const HOST = /^[/\\]{2}/
/** Addresses that a generator would have replaced: `~/a`, `@/a`, `{{ ref }}`. */
const REPLACED = /^(?:[~@]|[^/?#]*[{<])/

/** The address of a link; null for one that is shown as text alone. */
export function linkOf(href: string, settings: AddressSettings): string | null {
  const local = localOf(href, settings)
  const scheme = SCHEME.exec(local.replace(IGNORED, ''))?.[1]?.toLowerCase()
  const isAllowed = scheme === undefined ? !REPLACED.test(local) : LINK_SCHEMES.has(scheme)
  return isAllowed && local !== '' ? local : null
}

/** The address of an image; one that is not shown is a link. Null for an image that leaves only its description. */
export function imageOf(
  src: string,
  settings: AddressSettings,
): { readonly address: string; readonly isShown: boolean } | null {
  const local = localOf(src, settings)
  if (settings.isServed(local)) return { address: local, isShown: true }
  const address = foreignAddress(local)
  return address === null ? null : { address, isShown: settings.remoteImages }
}

/** Address without the site's own origin; a path that would begin with a host's name keeps it. */
function localOf(address: string, { origin }: AddressSettings): string {
  if (origin === null || !address.startsWith(origin)) return address
  const path = address.slice(origin.length)
  return path === '' ? '/' : path.startsWith('/') && !HOST.test(path) ? path : address
}

/** The whole address of a file of another site, null for any other address. */
function foreignAddress(address: string): string | null {
  const plain = address.replace(IGNORED, '')
  if (!SCHEME.test(plain) && !HOST.test(plain)) return null
  const base = 'https://localhost'
  if (!URL.canParse(plain, base)) return null
  const { protocol, href } = new URL(plain, base)
  return WEB.test(protocol) ? href : null
}

/** Origin of the links of a site whose base names a host, null for root-relative links. */
export function originOf(pages: readonly Pick<Page, 'url'>[]): string | null {
  const [first] = pages
  return first === undefined || first.url.startsWith('/') ? null : new URL(first.url).origin
}

/** The part of a section's address that is the same on its page. */
export function hashOf(url: string): string {
  return url.slice(url.indexOf('#'))
}

/** Path of a page's address, also for an address with a host. */
export function pathOf({ url }: Pick<Page, 'url'>): string {
  return url.startsWith('/') ? url : new URL(url).pathname
}
