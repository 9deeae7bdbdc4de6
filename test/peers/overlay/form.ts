/**
 * What the overlay of a site searches, by `ASK_FORM`: the service, or a static index from a host of files. `python` is
 * `python -m http.server` with the site at its root and no service; `nginx` has it below a path and passes questions on.
 */
import { PLATFORM } from '../../runner/platform.mjs'
import { NEEDS_BROWSER } from './browser.ts'
import { HOSTS } from './file-host.ts'

/** True for a release: every variant and the long counts. */
export const IS_LONG = process.env['ASK_LONG'] === '1'

export type Form = 'service' | 'python' | 'nginx'

/** What a test may need that not all forms have. */
export type Part = 'answers' | 'search requests'

const LACKS: Record<Form, Partial<Record<Part, string>>> = {
  service: {},
  python: { answers: PLATFORM.answers, 'search requests': PLATFORM.requests },
  nginx: { 'search requests': PLATFORM.requests },
}

export const FORM = formOf(process.env['ASK_FORM'] ?? 'service')
/** Of the site's addresses, without a slash at its end. */
export const BASE = FORM === 'nginx' ? '/docs' : ''
export const HAS_ANSWERS = FORM !== 'python'
export const ENDPOINT = '/api/ask'
/** Attributes of the overlay. */
export const ATTRIBUTES = [...(FORM === 'service' ? [] : [`index="${BASE}/_ask/"`]), ...(HAS_ANSWERS ? [`endpoint="${ENDPOINT}"`] : [])].join(' ')
/** What the overlay keeps in the browser has this in its names. */
export const STORED_BY = HAS_ANSWERS ? ENDPOINT : `${BASE}/_ask/`
/** Sections that a search shows before a reader asks for more. */
export const MAX_FIRST = 10

/** Options for `test()`: skipped with a reason where there is no such browser or host, or the form lacks a part. */
export function needs(...parts: readonly Part[]): { readonly skip: string | false } {
  const host = FORM === 'service' ? false : HOSTS[FORM].skip
  return { skip: NEEDS_BROWSER.skip || host || (parts.map((part) => LACKS[FORM][part]).find((reason) => reason !== undefined) ?? false) }
}

function formOf(name: string): Form {
  if (name === 'service' || name === 'python' || name === 'nginx') return name
  throw new RangeError(`ASK_FORM is ${name}, not service, python or nginx`)
}
