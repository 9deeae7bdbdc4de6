/** What a request says of its page: the address of its route, and the filter by the language and version of the page. */
import { textsOf } from './reply.ts'

/** The address of a route below an endpoint, empty for the endpoint itself; it keeps a slash at the end. */
export function addressOf(endpoint: string, route: string): string {
  return endpoint.replace(/\/?$/, (slash) => route + slash)
}

/** Language and version that a page states; absent or empty where it states none. */
export type PageScope = { readonly [Name in 'lang' | 'version']?: string | null | undefined }

/**
 * The filter for a page, by the FilterValues of the service. A member is the value that shares most with the page's:
 * in a site of `en` and `fr` a page in `en-US` is in `en`. Where none fits, it is empty, for sections without a value.
 * It is undefined where the page states none, and where no section has that value.
 */
export function filterFor(values: unknown, { lang, version }: PageScope): PageScope | undefined {
  return values
    ? { lang: nearestTo(lang, textsOf(values, 'lang')), version: nearestTo(version, textsOf(values, 'version')) }
    : undefined
}

function nearestTo(stated: string | null | undefined, values: readonly string[]): string | undefined {
  if (!stated) return undefined
  const page = partsOf(stated)
  const shared = (value: string) => {
    const parts = partsOf(value)
    return parts[0] === page[0] ? parts.filter((part) => page.includes(part)).length : 0
  }
  const nearest = values.reduce((best, value) => (shared(value) > shared(best) ? value : best), '')
  return values.includes(nearest) ? nearest : undefined
}

function partsOf(text: string): readonly string[] {
  return text.toLowerCase().split(/[-_]/)
}
