/**
 * The content as `ask serve` reads it -> its size, and problems that readers who search it will meet: of pages, links
 * and the graph file.
 */
import { count, groupBy, shellArgument } from '../../../core/base.ts'
import { describeSite, linkRemedy, reportLinks, type Site, type Warning } from '../../../core/content.ts'
import { type Addresses, EXTRACTIVE, firstMoved, type Graph, isGraphOf, sharedSections } from '../../../core/graph.ts'
import type { SiteSearch } from '../../static/site-search.ts'
import type { RecognizedSite } from '../init/plan.ts'
import { type Check, checksOf } from './check.ts'

/** Number of warnings shown: one mistake often repeats in many files. */
const MAX_WARNINGS = 10
/** Number of broken links of one cause that are shown one by one. */
const MAX_LINKS = 5

/** Advice for warnings that give none themselves, by their types. */
const REMEDIES: ReadonlyMap<Warning['type'], string> = new Map([
  ['frontmatter', 'Correct this line; the rest of the page can be searched'],
  ['slug', 'Rename one of the two files, or give one a different `slug`'],
  ['file', 'Search finds nothing of it: correct it, or move it out of the folder'],
])

export interface SiteGenerator extends Pick<RecognizedSite, 'title' | 'ownSearch'> {
  /** Collections of an Astro project, read as Astro reads them; null if files are read. */
  readonly collections: readonly string[] | null
  /** Folder of the built pages, relative to the current folder; null if unknown. */
  readonly output: string | null
}

interface CheckedContent {
  /** As the command line names it. */
  readonly folder: string
  readonly site: Site
  /** Null if none is recognized. */
  readonly generator: SiteGenerator | null
  /** A search in the pages that the site has of its own, null for none. */
  readonly ownSearch: SiteSearch | null
}

const { ok, warn, fail, skip } = checksOf('content')

export function checkContent({ folder, site, generator, ownSearch }: CheckedContent): Check[] {
  const { warnings } = site
  const project = generator?.collections == null ? '' : ` (${generator.title}: ${generator.collections.join(', ')})`
  return [
    ok(`${folder}${project}: ${describeSite(site)}`),
    ...checkTexts(site),
    ...checkFiles(folder, warnings.filter(({ type }) => type !== 'link')),
    ...checkLinks(folder, warnings),
    ...(ownSearch === null ? [] : [warn(
      `${ownSearch.name} stays beside the dialog, and may open with the same key`,
      `To turn it off, ${ownSearch.remedy}`,
    )]),
  ]
}

/** The finding about content that could not be read; `problem` says why. */
export function checkUnreadable(problem: string, generator: SiteGenerator | null): Check {
  if (generator === null || generator.output === null) {
    return fail(problem, 'Give the folder of your pages, Markdown or built HTML: `ask doctor ./docs`')
  }
  const { title, output } = generator
  const remedy = `The pages are built by ${title}: build them, then give the output folder`
  return fail(problem, `${remedy}: \`ask doctor ${shellArgument(output)}\``)
}

/** Finds content that is mostly empty: pages that a script fills in the browser are empty on disk. */
function checkTexts({ pages }: Site): Check[] {
  const empty = pages.filter(({ sections }) => sections.every(({ text }) => text.trim() === ''))
  const [first] = empty
  if (first === undefined || 2 * empty.length < pages.length) return []
  return [warn(
    `No text in ${empty.length} of ${count(pages.length, 'page')}, for example ${first.path}`,
    'Search can\'t read pages that a script fills in the browser: give prerendered HTML, or the Markdown',
  )]
}

/** Findings of the first warnings, of each file the first with one remedy, and a finding about the others. */
function checkFiles(folder: string, warnings: readonly Warning[]): Check[] {
  const ofOneRemedy = groupBy(warnings, ({ path, type, message }) => `${path}\n${type ?? message}`)
  const firsts = [...ofOneRemedy.values()].flatMap((same) => same.slice(0, 1)).slice(0, MAX_WARNINGS)
  const shown = firsts.map((warning) => warn(located(folder, warning), REMEDIES.get(warning.type)))
  const more = warnings.length - shown.length
  if (more === 0) return shown
  const message = `${count(more, 'more warning')} about files`
  return [...shown, warn(message, 'Fix the warnings above, then run this again')]
}

/** Findings of broken links: each of a few, else one for each cause. */
function checkLinks(folder: string, warnings: readonly Warning[]): Check[] {
  const { single, summaries } = reportLinks(warnings, MAX_LINKS)
  return [
    ...single.map((warning) => warn(located(folder, warning), linkRemedy(warning))),
    ...summaries.map(({ message, example, remedy, isFault }) => {
      return (isFault ? warn : skip)(`${message}, such as ${located(folder, example)}`, remedy)
    }),
  ]
}

function located(folder: string, { path, line, message }: Warning): string {
  return `${joinFolder(folder, path)}:${line}: ${message}`
}

/** A path relative to the current folder; `./docs/` is `docs`. */
function joinFolder(folder: string, path: string): string {
  const plain = folder.replace(/^(?:\.\/)+/, '').replace(/(?<!\/)\/+$/, '')
  return plain === '.' || plain === '' ? path : `${plain}/${path}`
}

/** The graph file, and the content that it should belong to. */
export interface GraphFile {
  readonly path: string
  /** Null if there is no such file. */
  readonly graph: Graph | null
  /** Null if the content could not be read. */
  readonly content: { readonly hash: string; readonly addresses: Addresses } | null
}

/** Checks the graph: one finding, the worst. */
export function checkGraph({ path, graph, content }: GraphFile): Check {
  const { ok, warn, skip } = checksOf('graph')
  if (graph === null) {
    return warn(
      `There is no ${path}: a mounted service has no glossary and no summaries, \`ask serve\` makes them by rules`,
      'Run `ask kg build` and commit the file; if LLM_API_KEY is set, a model writes it',
    )
  }
  const { builtBy, sections } = graph
  const size = count(sections.length, 'section')
  const description = `${path}: ${size}, built by ${builtBy === EXTRACTIVE ? 'rules' : builtBy}`
  if (content === null) return skip(`${description}; not compared: the content can't be read`)
  const ids = new Set(content.addresses.keys())
  if (!isGraphOf(graph, ids)) {
    return warn(
      `${path} belongs to different content: only ${sharedSections(graph, ids)} of its ${size} are here`,
      'Give the folder it was built from, or another file with `--kg-path`, or run `ask kg build`',
    )
  }
  const moved = firstMoved(graph, content.addresses)
  if (moved !== null) {
    return warn(
      `${description}, with other addresses than the content: ${moved.inGraph} instead of ${moved.inContent}`,
      'Run `ask kg build` with the `--base` of the site, as here, and commit the file',
    )
  }
  if (graph.contentHash === content.hash) return ok(`${description}, up to date`)
  return warn(`${description}, older than the content`, 'Run `ask kg build` and commit the file')
}

/** The finding about a file that is not a graph of this version; `problem` says why, perhaps with advice after `; `. */
export function checkBrokenGraph(problem: string): Check {
  const [message = problem, advice = 'run `ask kg build`'] = problem.split(/; (?=[^;]*$)/)
  return checksOf('graph').fail(message, `Nothing is lost: ${advice}`)
}
