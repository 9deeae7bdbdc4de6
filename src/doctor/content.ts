/**
 * The content as `ask serve` reads it -> its size, and problems that readers
 * who search it will meet.
 */
import { count } from '../base/count.ts'
import { formatOf } from '../content/address.ts'
import type { Warning } from '../content/page.ts'
import type { Site } from '../content/site/site.ts'
import { type Check, checksOf } from './check.ts'

/** Number of warnings shown: one mistake often repeats in many files. */
const MAX_WARNINGS = 10
/** Number of broken links shown. */
const MAX_LINKS = 5

/** The generator of the site in a folder. */
export interface SiteGenerator {
  /** Its name in its own spelling. */
  readonly title: string
  /** Collections of an Astro project, read as Astro reads them; null if files are read. */
  readonly collections: readonly string[] | null
  /** Folder of the built pages, relative to the current folder; null if unknown. */
  readonly output: string | null
}

/** Content with the generator it belongs to. */
export interface CheckedContent {
  /** As the command line names it. */
  readonly folder: string
  readonly site: Site
  /** Null if none is recognized. */
  readonly generator: SiteGenerator | null
}

const { ok, warn, fail } = checksOf('content')

/** Describes the content, then lists its problems. */
export function checkContent(content: CheckedContent): Check[] {
  const { folder, site, generator } = content
  const { pages, warnings, hidden } = site
  const sections = pages.reduce((sum, page) => sum + page.sections.length, 0)
  const groups = new Set(pages.flatMap(({ group }) => group ?? [])).size
  const size = [count(pages.length, 'page'), count(sections, 'section'), count(groups, 'group')]
  if (hidden > 0) size.push(`${count(hidden, 'page')} left out as drafts or hidden`)
  const project = generator?.collections == null ? '' : ` (${generator.title}: ${generator.collections.join(', ')})`
  return [
    ok(`${folder}${project}: ${size.join(', ')}`),
    ...checkFolder(content),
    ...checkSources(content),
    ...checkTexts(site),
    ...checkWarnings(folder, warnings.filter(({ type }) => type !== 'link')),
    ...checkLinks(folder, warnings.filter(({ type }) => type === 'link')),
  ]
}

/** The finding about content that could not be read; `problem` says why. */
export function checkUnreadable(problem: string, generator: SiteGenerator | null): Check {
  if (generator === null || generator.output === null) {
    return fail(problem, 'Give the folder of your pages, Markdown or built HTML: `ask doctor ./docs`')
  }
  const { title, output } = generator
  return fail(problem, `This is a ${title} project: build it, then give its output folder: \`ask doctor ${output}\``)
}

/** Finds built pages inside a folder that is not the output folder: their links would begin with its path. */
function checkFolder({ folder, site, generator }: CheckedContent): Check[] {
  const output = generator?.output ?? null
  if (generator === null || output === null || generator.collections !== null) return []
  if (joinFolder(folder, '') === `${output}/`) return []
  const inside = site.pages.find(({ path }) => joinFolder(folder, path).startsWith(`${output}/`))
  if (inside === undefined) return []
  return [fail(
    `The folder contains the output of ${generator.title}, ${output}, so links to its pages are wrong: ${inside.url}`,
    `Give the output folder itself: \`ask doctor ${output}\`, \`ask serve ${output}\``,
  )]
}

/** Finds sources of a generator other than Astro: its rules for ids and addresses are unknown here. */
function checkSources({ site, generator }: CheckedContent): Check[] {
  if (generator === null || generator.collections !== null || generator.output === null) return []
  if (!site.pages.some(({ path }) => formatOf(path) === 'markdown')) return []
  return [warn(
    `These are the sources of a ${generator.title} site, which has its own rules for addresses: links may not match`,
    `Build the site and give its output folder, so that every link is right: \`ask doctor ${generator.output}\``,
  )]
}

/** Finds content that is mostly empty: pages that a script fills in the browser are empty on disk. */
function checkTexts({ pages }: Site): Check[] {
  const empty = pages.filter(({ sections }) => sections.every(({ text }) => text.trim() === ''))
  const [first] = empty
  if (first === undefined || 2 * empty.length < pages.length) return []
  return [warn(
    `${empty.length} of ${count(pages.length, 'page')} have no text, for example ${first.path}`,
    'Search can\'t read pages that a script fills in the browser: give prerendered HTML, or the Markdown',
  )]
}

function checkWarnings(folder: string, warnings: readonly Warning[]): Check[] {
  const shown = warnings.slice(0, MAX_WARNINGS).map(({ path, line, message }) => {
    return warn(`${joinFolder(folder, path)}:${line}: ${message}`, remedyOf(message))
  })
  const more = warnings.length - shown.length
  const others = warn(`${count(more, 'more warning')} about files`, 'Fix the warnings above, then run this again')
  return more > 0 ? [...shown, others] : shown
}

function checkLinks(folder: string, links: readonly Warning[]): Check[] {
  const shown = links.slice(0, MAX_LINKS).map(({ path, line, message }) => {
    return warn(`${joinFolder(folder, path)}:${line}: ${message}`, 'Correct the address, or the id of the heading')
  })
  const more = links.length - shown.length
  const others = warn(`${count(more, 'more broken link')}`, 'List all of them: `ask kg check --links`')
  return more > 0 ? [...shown, others] : shown
}

/** Advice for a warning that gives none itself. */
function remedyOf(message: string): string | undefined {
  if (message.startsWith('Frontmatter')) return 'Correct this line; the rest of the page can be searched'
  if (message.includes('has the same slug')) return 'Rename one of the two files, or give one a different `slug`'
  if (message.startsWith('Left out')) return 'Search does not find this page: correct it, or move it out of the folder'
  return undefined
}

/** A path relative to the current folder; `./docs/` is `docs`. */
function joinFolder(folder: string, path: string): string {
  const plain = folder.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '')
  return plain === '.' || plain === '' ? path : `${plain}/${path}`
}
