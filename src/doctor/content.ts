/**
 * The content as `ask serve` reads it -> what there is, and what will puzzle
 * those who search it.
 */
import { formatOf } from '../content/address.ts'
import type { Warning } from '../content/page.ts'
import type { Site } from '../content/site/site.ts'
import { type Check, checksOf } from './check.ts'
import { count } from '../base/count.ts'

/** Warnings about files that are shown; one mistake often repeats in all of them. */
const MAX_WARNINGS = 10

/** What makes the site of a folder. */
export interface KnownGenerator {
  /** As its makers write it. */
  readonly title: string
  /** Collections of an Astro project that are read as Astro reads them; null where files are read. */
  readonly collections: readonly string[] | null
  /** Where it puts the built pages, from the current folder on; null where that isn't known. */
  readonly output: string | null
}

/** What was read. */
export interface ReadContent {
  /** As it was named. */
  readonly folder: string
  readonly site: Site
  /** Null where none is recognised. */
  readonly generator: KnownGenerator | null
}

const { ok, warn, fail } = checksOf('content')

/** The content first, then what should be looked at. */
export function checkContent(content: ReadContent): Check[] {
  const { folder, site, generator } = content
  const { pages, warnings, hidden } = site
  const sections = pages.reduce((sum, page) => sum + page.sections.length, 0)
  const groups = new Set(pages.flatMap(({ group }) => group ?? [])).size
  const size = [count(pages.length, 'page'), count(sections, 'section'), count(groups, 'group')]
  if (hidden > 0) size.push(`${count(hidden, 'page')} left out as drafts or hidden`)
  const project = generator?.collections == null ? '' : ` (${generator.title}: ${generator.collections.join(', ')})`
  return [
    ok(`${folder}${project}: ${size.join(', ')}`),
    ...checkPlace(content),
    ...checkSources(content),
    ...checkTexts(site),
    ...checkWarnings(folder, warnings),
  ]
}

/** The content that could not be read; `problem` says why. */
export function checkUnreadable(problem: string, generator: KnownGenerator | null): Check {
  if (generator === null || generator.output === null) {
    return fail(problem, 'Name the folder of your pages, Markdown or built HTML: `ask doctor ./docs`')
  }
  const { title, output } = generator
  return fail(problem, `This is a ${title} project: build it, then name what it has built: \`ask doctor ${output}\``)
}

/** A project's folder is read whole, and what was built in it gets the address of its place there. */
function checkPlace({ folder, site, generator }: ReadContent): Check[] {
  const output = generator?.output ?? null
  if (generator === null || output === null || generator.collections !== null) return []
  if (inFolder(folder, '') === `${output}/`) return []
  const inside = site.pages.find(({ path }) => inFolder(folder, path).startsWith(`${output}/`))
  if (inside === undefined) return []
  return [fail(
    `Pages are read out of ${output}, where ${generator.title} has built them, so links begin with that: ${inside.url}`,
    `Name the built site itself: \`ask doctor ${output}\`, \`ask serve ${output}\``,
  )]
}

/** Only Astro's rules for ids and addresses are known here; other generators have theirs. */
function checkSources({ site, generator }: ReadContent): Check[] {
  if (generator === null || generator.collections !== null || generator.output === null) return []
  if (!site.pages.some(({ path }) => formatOf(path) === 'markdown')) return []
  return [warn(
    `These are the sources of a ${generator.title} site, which gives pages and headings addresses by rules of its own`,
    `Build the site and name what it has built; then every link opens its section: \`ask doctor ${generator.output}\``,
  )]
}

/** Pages that a script fills in the browser are empty on disk. */
function checkTexts({ pages }: Site): Check[] {
  const empty = pages.filter(({ sections }) => sections.every(({ text }) => text.trim() === ''))
  if (empty.length === 0 || 2 * empty.length < pages.length) return []
  return [warn(
    `${empty.length} of ${count(pages.length, 'page')} hold no text, ${empty[0]!.path} among them`,
    'Pages that a script fills in the browser have nothing to search: name prerendered HTML, or the Markdown',
  )]
}

function checkWarnings(folder: string, warnings: readonly Warning[]): Check[] {
  const shown = warnings.slice(0, MAX_WARNINGS).map(({ path, line, message }) => {
    return warn(`${inFolder(folder, path)}:${line}: ${message}`, remedyOf(message))
  })
  const more = warnings.length - shown.length
  const rest = warn(`${count(more, 'more warning')} about files`, 'Mend those above, then run this again')
  return more > 0 ? [...shown, rest] : shown
}

/** What to do about a warning that doesn't say so itself. */
function remedyOf(message: string): string | undefined {
  if (message.startsWith('Frontmatter')) return 'Correct this line; the rest of the page is searched as it is'
  if (message.includes('has the same slug')) return 'Rename one of the two files, or give it a `slug` of its own'
  if (message.startsWith('Left out')) return 'What is left out is not found: correct it, or move it out of the folder'
  return undefined
}

/** A path from the current folder on; `./docs/` is `docs`. */
function inFolder(folder: string, path: string): string {
  const plain = folder.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '')
  return plain === '.' || plain === '' ? path : `${plain}/${path}`
}
