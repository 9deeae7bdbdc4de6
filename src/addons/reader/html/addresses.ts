/** Addresses in content -> those that a page may hold: none that runs a script or loads from elsewhere. */
import type { Page } from '../../../core/content.ts'

/** Settings of a site's addresses. */
export interface AddressSettings {
  /** Origin of the site's links, such as `https://docs.test`, null for root-relative links. */
  readonly origin: string | null
  /** True for the root-relative address of a file that the site serves. */
  readonly isServed: (address: string) => boolean
  /** True if pages may load images from elsewhere. */
  readonly remoteImages: boolean
}

/** An image as a page may show it. */
export type ImageAddress =
  | { readonly kind: 'shown'; readonly src: string }
  /** An image of another site: shown as a link. */
  | { readonly kind: 'linked'; readonly href: string }
  /** Only its alternative text is shown. */
  | { readonly kind: 'missing' }

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

/** The address of an image. */
export function imageOf(src: string, settings: AddressSettings): ImageAddress {
  const local = localOf(src, settings)
  if (settings.isServed(local)) return { kind: 'shown', src: local }
  const foreign = foreignAddress(local)
  if (foreign === null) return { kind: 'missing' }
  return settings.remoteImages ? { kind: 'shown', src: foreign } : { kind: 'linked', href: foreign }
}

/** Address without the site's own origin. */
function localOf(address: string, { origin }: AddressSettings): string {
  if (origin === null || !address.startsWith(origin)) return address
  const path = address.slice(origin.length)
  return path === '' ? '/' : path.startsWith('/') ? path : address
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

/** Path of a page's address, also for an address with a host. */
export function pathOf({ url }: Pick<Page, 'url'>): string {
  return url.startsWith('/') ? url : new URL(url).pathname
}
