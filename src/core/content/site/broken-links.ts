/** The warnings about links of a site -> one sentence for each cause that many links share, and the single faults. */
import { count } from '../../base/count.ts'
import type { LinkCause, Warning } from '../page.ts'

interface CauseText {
  /** A `shared` fault has one reason for all links; a `notice` is of links that may work on the site itself. */
  readonly kind: 'fault' | 'shared' | 'notice'
  /** What the links have in common, after their number. */
  readonly what: string
  readonly remedy: string
}

/** `PREFIX` stands for the path that most of the links lack or have. */
const CAUSES: Readonly<Record<LinkCause, CauseText>> = {
  prefix: {
    kind: 'shared',
    what: 'with a path in front that the pages lack',
    remedy: 'Read the pages below that path: `--base PREFIX`',
  },
  folder: {
    kind: 'shared',
    what: 'without the folders in front of the pages',
    remedy: 'Read the folder that the site is made of, such as PREFIX inside of this one',
  },
  case: {
    kind: 'fault',
    what: 'that differ from their page in letter case',
    remedy: 'Write the address as the file is named: most servers tell letters apart',
  },
  unpublished: {
    kind: 'fault',
    what: 'to pages that are not published',
    remedy: 'Publish the page, or remove the link',
  },
  page: { kind: 'fault', what: 'to pages that do not exist', remedy: 'Correct the address, or add the page' },
  anchor: {
    kind: 'fault',
    what: 'to headings that do not exist',
    remedy: 'Correct the part after #, or the id of the heading',
  },
  template: {
    kind: 'notice',
    what: 'with a template in the address, shown as text',
    remedy: 'Read the built site, which has the addresses, or write paths of files',
  },
  elsewhere: {
    kind: 'notice',
    what: 'to addresses outside of the folders with pages',
    remedy: 'Nothing, if the site has them from elsewhere; else give the folder that has these pages',
  },
  outside: {
    kind: 'notice',
    what: 'to files outside of the folder',
    remedy: 'Link to the address of the file in the repository: readers of the pages can not open it',
  },
}

/**
 * Reports warnings about links; warnings of other types are passed over. `single` are the faults of causes with `most`
 * links or fewer, in the order of the warnings, `summaries` all other causes, those with most links first.
 */
export function reportLinks(warnings: readonly Warning[], most: number) {
  const links = warnings.filter(({ type }) => type === 'link')
  const counts = countBy(links, ({ cause = 'page' }) => cause)
  const isSingle = (cause: LinkCause) => CAUSES[cause].kind === 'fault' && (counts.get(cause) ?? 0) <= most
  const summed = [...counts].filter(([cause]) => !isSingle(cause)).sort(([, a], [, b]) => b - a)
  return {
    single: links.filter(({ cause = 'page' }) => isSingle(cause)),
    summaries: summed.flatMap(([cause]) => summaryOf(cause, links.filter((link) => link.cause === cause))),
  }
}

/** True for a link that opens nothing on the site either; links that something else may serve are none. */
export function isBrokenLink({ type, cause = 'page' }: Pick<Warning, 'type' | 'cause'>): boolean {
  return type === 'link' && CAUSES[cause].kind !== 'notice'
}

/** What the owner can do about one broken link. */
export function linkRemedy({ cause = 'page', prefix = '' }: Pick<Warning, 'cause' | 'prefix'>): string {
  return CAUSES[cause].remedy.replace('PREFIX', () => prefix)
}

/** The first of the links is the example; `isFault` is false for links that may work on the site itself. */
function summaryOf(cause: LinkCause, links: readonly Warning[]) {
  const [most] = [...countBy(links, ({ prefix }) => prefix)].sort(([, a], [, b]) => b - a)
  const example = links.find(({ prefix }) => prefix === most?.[0])
  if (example === undefined) return []
  const message = `${count(links.length, 'link')} ${CAUSES[cause].what}`
  return { cause, isFault: isBrokenLink(example), links: links.length, message, example, remedy: linkRemedy(example) }
}

/** Number of items by key, in the order of the first item of each. */
export function countBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): ReadonlyMap<K, number> {
  const counts = new Map<K, number>()
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1)
  return counts
}
