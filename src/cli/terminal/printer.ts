/**
 * Records -> text for a terminal (colored, wrapped to its width) or for a file or pipe (plain, one line a paragraph).
 */
import type { Source } from '../../core/answer/event.ts'
import { count, groupDigits } from '../../core/base/text.ts'
import type { Warning } from '../../core/content/page.ts'
import { isBrokenLink } from '../../core/content/site/links.ts'
import type { Environment } from '../../core/environment.ts'
import { EXTRACTIVE, type Fact, type GlossaryEntry, type Graph, type KnowledgeNode } from '../../core/graph/graph.ts'
import type { Overview, SectionSummary } from '../../core/graph/knowledge.ts'
import type { ResultWithoutId } from '../../core/search/show/result.ts'
import type { Io, Output } from './io.ts'
import { formatJson, sanitizeLine, sanitizePath, sanitizeText } from './sanitize.ts'
import { wrap } from './wrap.ts'

/** Columns of text: longer lines are hard to read. */
const MAX_COLUMNS = 100
const MIN_COLUMNS = 20

const MAX_SHOWN = 10

/** A printer of records, which sanitizes all texts. */
export type Printer = ReturnType<typeof createPrinter>

export function createPrinter(output: Output, env: Environment) {
  const isColored = output.isTerminal && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb'
  /** Width at which lines are wrapped; infinite for a file or pipe. */
  const columns = output.isTerminal ? Math.max(MIN_COLUMNS, Math.min(output.columns, MAX_COLUMNS)) : Infinity
  /** A style of a terminal without NO_COLOR, by its code (SGR). */
  const styled = (code: number) => (text: string) => (isColored ? `\u001b[${code}m${text}\u001b[0m` : text)
  const [bold, dim, cyan] = [styled(1), styled(2), styled(36)]
  const line = (text: string) => output.write(`${text}\n`)
  let listed: SectionSummary | null = null

  function prose(text: string, indent: number, style = (part: string) => part): void {
    for (const part of wrap(sanitizeText(text), columns - indent)) line(part && ' '.repeat(indent) + style(part))
  }

  /** Prints results; `site` is the base of their relative addresses, if it is known. */
  function results(list: readonly ResultWithoutId[], site: string | null = null): void {
    for (const [i, { id, title, heading, url, group, snippet, alsoIn = [] }] of list.entries()) {
      if (i > 0) line('')
      prose(headline({ title, heading: heading ?? null, group: group ?? null }), 0, bold)
      line(`  ${cyan(sanitizeLine(id ?? url))}`)
      // An address that one can click, which in a file or pipe would only repeat the id.
      if (output.isTerminal && id !== undefined) line(`  ${dim(sanitizeLine(absolute(url, site)))}`)
      if (snippet !== '') prose(sanitizeLine(snippet), 2)
      if (alsoIn.length > 0) line(dim(`  also in ${sanitizeLine(alsoIn.join(', '))}`))
    }
  }

  function glossary(terms: readonly GlossaryEntry[]): void {
    for (const [i, { term, aliases, definition }] of terms.entries()) {
      if (i > 0) line('')
      line(bold(sanitizeLine(term)) + (aliases.length === 0 ? '' : dim(` (${sanitizeLine(aliases.join(', '))})`)))
      prose(definition, 2)
    }
  }

  /** Prints sections below their groups, apart from those without one; a long list may come in several calls. */
  function sections(list: readonly SectionSummary[]): void {
    for (const section of list) {
      const { group } = section
      if (listed !== null && group !== listed.group) line('')
      if (group !== null && group !== listed?.group) line(bold(sanitizeLine(group)))
      listed = section
      line(`  ${cyan(sanitizeLine(section.id))}  ${headline({ ...section, group: null })}`)
    }
  }

  function section(node: KnowledgeNode, markdown: string | null = null): void {
    prose(headline(node), 0, bold)
    line(cyan(sanitizeLine(node.url)))
    if (node.summary !== '') {
      line('')
      prose(node.summary, 0)
    }
    if (node.facts.length > 0) line(`\n${bold('Facts')}`)
    for (const fact of node.facts) printFact(fact)
    if (node.terms.length > 0) line('')
    if (node.terms.length > 0) prose(`Terms: ${node.terms.join(', ')}`, 0)
    if (markdown !== null && markdown !== '') line(`\n${bold('Text')}\n\n${sanitizeText(markdown)}`)
    else if (node.mode === 'source-primary') {
      prose('This section is mostly code or tables: read the page itself.', 0, dim)
    }
  }

  /** Prints a fact. Its literal is never wrapped, so that it can be copied. */
  function printFact({ kind, literal }: Fact): void {
    const [first = '', ...others] = sanitizeText(literal).split('\n')
    line(`  ${dim(kind.padEnd(7))}  ${first}`)
    for (const other of others) line(`           ${other}`)
  }

  function overview({ overview: contents, context }: Overview): void {
    if (context !== '') prose(context, 0)
    if (context !== '' && contents !== '') line('')
    if (contents !== '') line(sanitizeText(contents).replace(/^## .*$/gm, (heading) => bold(heading)))
  }

  /** Prints the sources of an answer, numbered from 1, below a title. */
  function sources(list: readonly Source[], title: string): void {
    line(`\n${bold(title)}`)
    for (const [i, source] of list.entries()) {
      const number = `[${i + 1}]`
      line(`  ${number} ${formatSource(source)}`)
      line(`  ${' '.repeat(number.length)} ${cyan(sanitizeLine(source.url))}`)
    }
  }

  function table(rows: readonly (readonly [string, string])[]): void {
    const width = Math.max(...rows.map(([name]) => name.length))
    for (const [name, value] of rows) {
      const [first = '', ...others] = wrap(sanitizeText(value), columns - width - 4)
      line(`  ${dim(name.padEnd(width))}  ${first}`)
      for (const other of others) line(`  ${' '.repeat(width)}  ${other}`)
    }
  }

  const note = (text: string) => line(dim(sanitizeLine(text)))
  return { columns, styled, results, glossary, sections, section, overview, sources, note, table, line, prose }
}

/** An absolute address if the address of the site is known. */
export function absolute(url: string, site: string | null): string {
  return site !== null && URL.canParse(url, site) ? new URL(url, site).href : url
}

/** Formats a source: `Guides · Routing › Static routes`, or the address of a source without a title. */
export function formatSource({ title, heading, group, url }: Source): string {
  return headline({ title: title ?? url, heading: heading ?? null, group: group ?? null })
}

/** Formats the name of a section: `Guides · Routing › Static routes`. */
function headline({ title, heading, group }: Pick<SectionSummary, 'title' | 'heading' | 'group'>): string {
  return sanitizeLine(`${group === null ? '' : `${group} · `}${title}${heading === null ? '' : ` › ${heading}`}`)
}

interface Outcome {
  readonly json: unknown
  readonly rows: Parameters<Printer['table']>[0]
}

/** Prints what a command did: as JSON on stdout, or for people as a table on stderr. */
export function printOutcome({ json, rows }: Outcome, isJson: boolean, { stdout, stderr, env }: Io): void {
  if (isJson) stdout.write(formatJson(json))
  else createPrinter(stderr, env).table(rows)
}

/** `0.4 s` for a time in ms. */
export function formatSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}

/** `214 kB`, `6.1 MB`. */
export function formatSize(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Prints warnings: the first of those about files, and one line for all broken links. */
export function printWarnings(warnings: readonly Warning[], io: Pick<Io, 'stderr'>): void {
  const files = warnings.filter(isAboutFile)
  for (const warning of files.slice(0, MAX_SHOWN)) printFirst([warning], '', io)
  const more = files.length - MAX_SHOWN
  if (more > 0) io.stderr.write(`… and ${count(more, 'more warning')}\n`)
  const links = warnings.filter(isBrokenLink)
  printFirst(links, `${count(links.length - 1, 'more link')}: \`ask kg check --links\` lists them`, io)
}

/** Prints one line on all warnings about files, for commands that show a part of the content. */
export function printNotice(warnings: readonly Warning[], io: Pick<Io, 'stderr'>): void {
  const files = warnings.filter(isAboutFile)
  printFirst(files, `${count(files.length - 1, 'more warning')}: \`ask doctor\` explains them`, io)
}

function isAboutFile({ type }: Warning): boolean {
  return type !== 'link'
}

function printFirst([first, ...others]: readonly Warning[], more: string, { stderr }: Pick<Io, 'stderr'>): void {
  if (first === undefined) return
  const { path, line, message } = first
  const end = others.length === 0 ? '' : `, and ${more}`
  stderr.write(`Warning: ${sanitizePath(path)}:${line}: ${sanitizeLine(message)}${end}\n`)
}

/** Counts the parts of a graph: `counts` for JSON, `rows` for people. */
export function graphStats({ builtBy, contentHash, sections, glossary, suggestions }: Graph) {
  const groups = new Set(sections.flatMap(({ group }) => group ?? [])).size
  const facts = sections.reduce((sum, section) => sum + section.facts.length, 0)
  return {
    counts: {
      builtBy, contentHash, sections: sections.length, groups, facts, terms: glossary.length,
      suggestions: suggestions.length,
    },
    rows: [
      ['Built by', builderOf({ builtBy })],
      ['Content', contentHash],
      ['Sections', `${groupDigits(sections.length)} in ${count(groups, 'group')}`],
      ['Facts', groupDigits(facts)],
      ['Glossary', count(glossary.length, 'term')],
      ['Suggestions', groupDigits(suggestions.length)],
    ] as const,
  }
}

/** `95 sections, built by rules`, with a note if the content has changed since. */
export function describeGraph(graph: Graph, isStale: boolean): string {
  const age = isStale ? ', older than the content' : ''
  return `${count(graph.sections.length, 'section')}, built by ${builderOf(graph)}${age}`
}

/** `rules`, or the name of the model. */
function builderOf({ builtBy }: Pick<Graph, 'builtBy'>): string {
  return builtBy === EXTRACTIVE ? 'rules' : builtBy
}
