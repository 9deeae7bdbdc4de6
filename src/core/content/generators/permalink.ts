/**
 * The form of addresses that a configuration gives a folder, such as `/blog/:year/:month/:slug/` -> the address of a page
 * in it: jekyllrb.com/docs/permalinks, gohugo.io/configuration/permalinks.
 */

/** The form of the addresses of a folder's pages. */
export interface Permalink {
  /** Path from the folder of all pages, with a slash at its end. */
  readonly folder: string
  /** From the root of the site. */
  readonly form: string
  readonly parts: PermalinkParts
}

/** What the parts of an address can be made of. */
export interface PermalinkPage {
  /** Path below its folder, without extension. */
  readonly path: string
  /** The last segment of that, or of its folder if it is the page of one. */
  readonly name: string
  /** The folders around it, from the folder of all pages. */
  readonly folders: readonly string[]
  readonly slug: string | null
  readonly title: string | null
  readonly categories: readonly string[]
  /** Milliseconds since 1970; null if it is unknown. */
  readonly date: number | null
}

/** By name, without the colon; null for what the page doesn't have. */
export type PermalinkParts = Readonly<Record<string, (page: PermalinkPage) => string | null>>

const PART = /:([a-z_]+)/g
/** A post of Jekyll has its date in its name. */
export const POST_NAME = /^(\d{4})-(\d{1,2})-(\d{1,2})-(?=.)/

/** Jekyll's slugs in the modes `pretty`, with its case, and `default`. */
const pretty = (name: string) => name.replace(/[^\p{M}\p{L}\p{Nd}._~!$&'()+,;=@]+/gu, '-').replace(/^-|-$/g, '')
const plain = (name: string) => name.toLowerCase().replace(/[^\p{M}\p{L}\p{Nd}]+/gu, '-').replace(/^-|-$/g, '')
/** A name as Hugo's addresses have it. */
export function hugoSegment(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{M}\p{N}._#+~@\s-]/gu, '').replace(/\s+/g, '-')
}

const dated = (read: (date: Date) => number, length: number) => ({ date }: PermalinkPage) => {
  return date === null ? null : String(read(new Date(date))).padStart(length, '0')
}
const [year, month, day] = [
  dated((date) => date.getUTCFullYear(), 4), dated((date) => date.getUTCMonth() + 1, 2), dated((date) => date.getUTCDate(), 2),
]
const dayOfYear = (date: Date) => Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 0)) / 86_400_000)

/** The parts of Jekyll. */
export const JEKYLL_PARTS: PermalinkParts = {
  year, month, day, y_day: dated(dayOfYear, 3), short_year: (page) => year(page)?.slice(-2) ?? null,
  i_month: dated((date) => date.getUTCMonth() + 1, 1), i_day: dated((date) => date.getUTCDate(), 1),
  path: ({ path }) => path,
  name: ({ name }) => plain(name),
  title: ({ name, slug }) => slug ?? pretty(name),
  slug: ({ name, slug }) => plain(slug ?? name),
  categories: ({ categories }) => categories.map((one) => one.toLowerCase()).join('/'),
  slugified_categories: ({ categories }) => categories.map(plain).join('/'),
  output_ext: () => '.html',
}

/** The parts of Hugo. */
export const HUGO_PARTS: PermalinkParts = {
  year, month, day, yearday: dated(dayOfYear, 1), weekday: dated((date) => date.getUTCDay(), 1),
  section: ({ folders }) => folders[0] ?? '',
  sections: ({ folders }) => folders.join('/'),
  title: ({ title, name }) => hugoSegment(title ?? name),
  slug: ({ slug, title, name }) => hugoSegment(slug ?? title ?? name),
  slugorfilename: ({ slug, name }) => hugoSegment(slug ?? name),
  slugorcontentbasename: ({ slug, name }) => hugoSegment(slug ?? name),
  filename: ({ name }) => hugoSegment(name),
  contentbasename: ({ name }) => hugoSegment(name),
}

/** True for a form whose parts are all known. */
export function isPermalink(form: string, parts: PermalinkParts): boolean {
  return [...form.matchAll(PART)].every(([, name = '']) => Object.hasOwn(parts, name)) && !/[{}[\]]/.test(form)
}

/** The address, from the root of the site; null if the page lacks a part of it. */
export function fillPermalink({ form, parts }: Permalink, page: PermalinkPage): string | null {
  const values = [...form.matchAll(PART)].map(([, name = '']) => parts[name]?.(page) ?? null)
  if (values.includes(null)) return null
  const rest = values.values()
  return `/${form.replace(PART, () => rest.next().value ?? '')}`.replace(/\/{2,}/g, '/')
}
