/**
 * Records -> readable text for a terminal (colour, wrapped to its width) or for
 * a file or pipe (plain, one line a paragraph).
 */
import type { Source } from '../../answer/events/event.ts'
import type { Fact, GlossaryEntry, KnowledgeNode } from '../../graph/graph.ts'
import type { Overview, SectionSummary } from '../../graph/knowledge.ts'
import type { Environment } from '../../environment.ts'
import type { SearchResult } from '../../search/result.ts'
import type { Output } from './io.ts'
import { safeLine, safeText } from './sanitize.ts'
import { wrap } from './word-wrap.ts'

/** Columns of text: longer lines are hard to read. */
const MAX_COLUMNS = 100
const MIN_COLUMNS = 20

/** Writes records; what they hold is made safe on the way. */
export interface Printer {
  /** Where lines are broken; infinite for a file or pipe. */
  readonly columns: number
  readonly results: (results: readonly SearchResult[]) => void
  readonly glossary: (terms: readonly GlossaryEntry[]) => void
  readonly sections: (sections: readonly SectionSummary[]) => void
  readonly section: (node: KnowledgeNode) => void
  readonly overview: (overview: Overview) => void
  /** What an answer rests on, numbered from 1 on. */
  readonly sources: (sources: readonly Source[]) => void
  /** A remark beside what was asked for, on one line. */
  readonly note: (text: string) => void
  /** Names with their values, aligned. */
  readonly table: (rows: readonly (readonly [string, string])[]) => void
  /** One line as it is. */
  readonly line: (text: string) => void
}

/** Colour only on a terminal, and not with NO_COLOR. */
export function hasColour(output: Output, env: Environment): boolean {
  return output.isTerminal && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb'
}

/** A printer for one output, which is plain text where it has no colour. */
export function createPrinter(output: Output, env: Environment): Printer {
  const isColoured = hasColour(output, env)
  const columns = output.isTerminal ? Math.max(MIN_COLUMNS, Math.min(output.columns, MAX_COLUMNS)) : Infinity
  const styled = (code: number) => (text: string) => (isColoured ? `\u001b[${code}m${text}\u001b[0m` : text)
  const [bold, dim, cyan] = [styled(1), styled(2), styled(36)]
  const line = (text: string) => output.write(`${text}\n`)

  /** A paragraph of prose, each of its lines indented. */
  function prose(text: string, indent: number, style = (words: string) => words): void {
    for (const one of wrap(safeText(text), columns - indent)) line(one === '' ? '' : ' '.repeat(indent) + style(one))
  }

  function results(found: readonly SearchResult[]): void {
    for (const [i, { id, title, heading, group, snippet }] of found.entries()) {
      if (i > 0) line('')
      prose(headline({ title, heading: heading ?? null, group: group ?? null }), 0, bold)
      line(`  ${cyan(safeLine(id))}`)
      if (snippet !== '') prose(safeLine(snippet), 2)
    }
  }

  function glossary(terms: readonly GlossaryEntry[]): void {
    for (const [i, { term, aliases, definition }] of terms.entries()) {
      if (i > 0) line('')
      line(bold(safeLine(term)) + (aliases.length === 0 ? '' : dim(` (${safeLine(aliases.join(', '))})`)))
      prose(definition, 2)
    }
  }

  function sections(list: readonly SectionSummary[]): void {
    let group: string | null = null
    for (const [i, section] of list.entries()) {
      if (section.group !== group && section.group !== null) line((i > 0 ? '\n' : '') + bold(safeLine(section.group)))
      group = section.group
      line(`  ${cyan(safeLine(section.id))}  ${headline({ ...section, group: null })}`)
    }
  }

  function section(node: KnowledgeNode): void {
    prose(headline(node), 0, bold)
    line(cyan(safeLine(node.url)))
    if (node.summary !== '') {
      line('')
      prose(node.summary, 0)
    }
    if (node.facts.length > 0) line(`\n${bold('Facts')}`)
    for (const fact of node.facts) printFact(fact)
    if (node.terms.length > 0) line('')
    if (node.terms.length > 0) prose(`Terms: ${node.terms.join(', ')}`, 0)
    if (node.mode === 'source-primary') prose('The page itself says more: this section is mostly code or tables.', 0, dim)
  }

  /** A literal is never wrapped: it is there to be copied. */
  function printFact({ kind, literal }: Fact): void {
    const [first = '', ...rest] = safeText(literal).split('\n')
    line(`  ${dim(kind.padEnd(7))}  ${first}`)
    for (const more of rest) line(`           ${more}`)
  }

  function overview({ overview: contents, context }: Overview): void {
    if (context !== '') prose(context, 0)
    if (context !== '' && contents !== '') line('')
    if (contents !== '') line(safeText(contents).replace(/^## .*$/gm, (heading) => bold(heading)))
  }

  function sources(list: readonly Source[]): void {
    line(`\n${bold('Sources')}`)
    for (const [i, source] of list.entries()) {
      const number = `[${i + 1}]`
      line(`  ${number} ${sourceLine(source)}`)
      line(`  ${' '.repeat(number.length)} ${cyan(safeLine(source.url))}`)
    }
  }

  function table(rows: readonly (readonly [string, string])[]): void {
    const width = Math.max(...rows.map(([name]) => name.length))
    for (const [name, value] of rows) {
      const [first = '', ...rest] = wrap(safeText(value), columns - width - 4)
      line(`  ${dim(name.padEnd(width))}  ${first}`)
      for (const more of rest) line(`  ${' '.repeat(width)}  ${more}`)
    }
  }

  const note = (text: string) => line(dim(safeLine(text)))
  return { columns, results, glossary, sections, section, overview, sources, note, table, line }
}

/** `Guides · Routing › Static routes`, or the address of a source without a name. */
export function sourceLine({ title, heading, group, url }: Source): string {
  return headline({ title: title ?? url, heading: heading ?? null, group: group ?? null })
}

/** `Guides · Routing › Static routes`. */
function headline({ title, heading, group }: Pick<SectionSummary, 'title' | 'heading' | 'group'>): string {
  return safeLine(`${group === null ? '' : `${group} · `}${title}${heading === null ? '' : ` › ${heading}`}`)
}
