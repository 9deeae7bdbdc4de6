/**
 * The pages that a generator makes of other pages: indexes of names, listings of source code, lists of posts by tag or
 * date, print pages. They repeat what they list, so they are left out of the search.
 *
 * Pages are known by the generator that the page names and what this generator calls them. Sources: files that Sphinx
 * 9, Doxygen 1.9, javadoc 17, rustdoc 1.8x, pydoctor 25, RDoc 6, YARD 0.9, MkDocs Material 9 and Pelican 4 wrote; doxygen.nl/manual/customize.html
 * (names of index pages); gohugo.io/content-management/taxonomies, hexo.io/docs/configuration (folders); Docusaurus,
 * ThemeClassNames.
 */
import type { Section } from '../page.ts'
import type { ElementStart } from '../structure/element.ts'
import { parseElements } from '../structure/encoding.ts'

/**
 * Classes of the lists that Doxygen makes, of names with descriptions and of names by letter, and TypeDoc of classes;
 * of the head of YARD's lists, and of its list by letter.
 */
export const LIST_CLASS = /^(?:directory|classindex|tsd-full-hierarchy|fixed_header|alpha)$/

/** Generators that make such pages. All rules of a row must hold. */
const GENERATORS: readonly {
  /** The name by which its pages call it. */
  readonly name: RegExp
  /** The path of a page, without `.html`. */
  readonly path?: RegExp
  /** A class of the page's `html` or `body`, or of a list in it. */
  readonly pageClass?: RegExp
}[] = [
  { name: /^Sphinx\b/, path: /(?:^|\/)(?:genindex(?:-[^/]+)?|[a-z]+-(?:modindex|routingtable))(?:\/index)?$/ },
  { name: /^Sphinx\/search$/, path: /(?:^|\/)search(?:\/index)?$/ },
  {
    name: /^Doxygen\b/,
    // In names of files `_8` is a dot.
    path: new RegExp(String.raw`(?:^|/)(?:search/(?:[a-z]+_[0-9a-f]+|nomatches)|[^/]{1,255}_8[^/]{1,255}_source|` +
      String.raw`(?:class|struct|union|interface|protocol|category|exception)[^/-][^/]*-members|dir_[0-9a-f]{32}|` +
      String.raw`(?:functions|globals|namespacemembers)(?:_(?:func|vars|type|enum|eval|defs|prop|evnt|rela|dup|` +
      String.raw`[a-z~]|0x[0-9a-f]+))*|annotated|doxygen_crawl|graph_legend|inherits)$`),
  },
  {
    name: /^Doxygen\b/,
    // Authors use these names, too.
    path: new RegExp('(?:^|/)(?:classes|concepts|exceptions|files|hierarchy|interfaces|modules|namespaces|pages|' +
      'protocols|structs|topics)$'),
    pageClass: LIST_CLASS,
  },
  {
    name: new RegExp('^javadoc/(?:All(?:Classes|Packages)(?:Index|Frame)|(?:Single|Split)?Index|(?:Package)?Tree|' +
      '(?:Class|Package)Use|SourceToHTML|Help|Search|ConstantsSummary|SerializedForm|SystemProperties|ExternalSpecs|' +
      '(?:Deprecated|NewAPI|Preview|RestrictedMethods?)List|(?:Package|Module|ModulePackage)(?:Index)?Frame)' +
      '(?:Writer|Converter)'),
  },
  {
    name: /^pydoctor\b/,
    path: /(?:^|\/)(?:all-documents|apidocs-help|(?:class|module|name)Index|undoccedSummary)$/,
  },
  // Those that give no name: Doxygen's frame for results, mdBook's menu for readers without scripts, old javadoc, Nim,
  // RDoc, YARD and TypeDoc.
  { name: /^$/, pageClass: /^(?:SRPage|sidebar-iframe-inner)$/ },
  {
    name: /^$/,
    path: new RegExp('(?:^|/)(?:index-all|theindex|(?:index-files|class-use)/[^/]+|(?:overview|package)-(?:frame|tree|use)|' +
      'allclasses-(?:no)?frame)$'),
  },
  {
    name: /^$/,
    path: /(?:^|\/)(?:table_of_contents|(?:class|file|method|tag)_list|_index|hierarchy)$/,
    pageClass: /^(?:table-of-contents|fixed_header|alpha|tsd-full-hierarchy)$/,
  },
  { name: /^rustdoc$/, path: /(?:^|\/)(?:[^/]+\/all|help|settings|scrape-examples-help)$|\.rs$(?<=(?:^|\/)src\/.+\.rs)/ },
  { name: /^Docusaurus\b/, pageClass: /^(?:docs|blog)-(?:tags?|authors|list|archive)\b.*page$/ },
  { name: /^Docusaurus\b/, path: /(?:^|\/)blog\/(?:archive|tags|authors|page)(?:\/|$)|^search(?:\/index)?$/ },
  { name: /^mkdocs\b/i, path: /(?:^|\/)blog\/(?:archive|category|page)\/|(?:^|\/)print_page(?:\/index)?$/ },
  {
    name: /^(?:Hugo|Hexo)\b/,
    path: /^(?:[a-z]{2}(?:-[a-z]+)?\/)?(?:tags|categories|archives)(?:\/|$)|(?:^|\/)page\/\d+(?:\/index)?$/i,
  },
  {
    name: /^Pelican\b/,
    path: /^(?:(?:tag|category|author)\/|(?:(?:tags|categories|authors|archives)(?:\/index)?|index\d+)$)/,
  },
]
/** The text of a page that only leads to another, by a script. */
const REDIRECTING = /^redirecting\b[^\n]{0,200}$/i
/** Folders of lists by tag, date or author in sites whose generator does not tell. */
const LIST_FOLDER = /(?:^|\/)(?:tags?|categor(?:y|ies)|archives?|authors?)(?:\/|$)/i
/** Share of a page's text in links to other pages from which on it is a list of pages. */
const MIN_LINKED = 0.6
/** A file of source code: `quill.js`, in its listing `quill.js.html`. */
const SOURCE_FILE = /\.(?:[ch](?:pp|xx)?|cc|cs|go|java|kt|[cm]?[jt]sx?|php|py|rb|rs|scala|swift)$/i
/** Share of code in the text of a listing. */
const MIN_CODE = 0.9

/**
 * True for a page that repeats others. `generator` is empty for none; `Sphinx` for pages that name a `genindex`,
 * `Sphinx/search` for its search. `classes`: those of `html` and `body`, and those of lists (`LIST_CLASS`).
 */
export function isGeneratedPage(
  { path, generator, classes }: Record<'path' | 'generator', string> & { readonly classes: readonly string[] },
  sections: readonly Section[],
): boolean {
  const place = path.replace(/\.html?$/i, '')
  const isKnown = GENERATORS.some(({ name, path: ofPath, pageClass }) => {
    if (!name.test(generator) || ofPath?.test(place) === false) return false
    return pageClass === undefined || classes.some((one) => pageClass.test(one))
  })
  if (isKnown) return true
  // A page for what a script finds, for frames, or for tags that no page has.
  const mayBeEmpty = /(?:^|\/)(?:(?:search|tags|categories)(?:\/index)?|frames)$/.test(place)
  if (mayBeEmpty && sections.every(({ text }) => text === '')) return true
  const leadsOut = (element: ElementStart) => element.type === 'link' && !element.href.startsWith('#')
  const isShort = sections.length === 1 && REDIRECTING.test(sections[0]?.text ?? '')
  if (isShort && shareOf(sections, leadsOut) > 0) return true
  if (LIST_FOLDER.test(place) && shareOf(sections, leadsOut) >= MIN_LINKED) return true
  return SOURCE_FILE.test(place) && shareOf(sections, ({ type }) => type === 'code') >= MIN_CODE
}

/** Share of the text of a page that is in the elements that count. */
function shareOf(sections: readonly Section[], counts: (element: ElementStart) => boolean): number {
  const lettersOf = (text: string) => text.replace(/\s+/g, '').length
  let [inside, all] = [0, 0]
  for (const { text, structure } of sections) {
    all += lettersOf(text)
    for (const { element, start, end } of parseElements(structure)) {
      if (counts(element)) inside += lettersOf(text.slice(start, end))
    }
  }
  return all === 0 ? 0 : inside / all
}
