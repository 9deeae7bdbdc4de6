/** Commands -> their help: purpose, flags, one worked example. */
import type { Command } from './command-line/arguments.ts'
import { type Flag, FLAGS } from './command-line/flags.ts'
import { widthOf, wrap } from './terminal/wrap.ts'

/** Columns of a line that is easy to read; a narrower terminal has fewer. */
const MAX_COLUMNS = 100
/** Columns that the meaning of a row has at least. */
const MIN_MEANING_COLUMNS = 30

const INTRODUCTION = `ask: search and answers for a documentation site

Usage: ask <command> [flags]

A section is the text under one heading of a page. The graph is a JSON file with a summary and the
exact values of each section, a glossary and an overview; rules or a model build it from the pages.
`

const EXAMPLE = `ask serve --demo                     try it on ask's own docs
ask serve ./docs                     serve a folder of pages
ask search --content ./docs routing  search the same folder from the terminal`

const MORE = '`ask <command> --help` shows the flags of a command and an example.'

/** Formats the list of all commands for a terminal of that many columns. */
export function formatOverallHelp(commands: readonly Command[], columns: number): string {
  const introduction = formatProse(INTRODUCTION, columns)
  return `${introduction}\n${formatCommands(commands, columns)}\nExample:\n${indent(EXAMPLE)}\n\n${MORE}\n`
}

/** Formats the list of a group of commands, such as those of `ask kg`; each has its own example. */
export function formatGroupHelp(group: string, commands: readonly Command[], columns: number): string {
  return `Usage: ask ${group} <command> [flags]\n\n${formatCommands(commands, columns)}\n${MORE}\n`
}

function formatCommands(commands: readonly Command[], columns: number): string {
  const rows = commands.map(({ name, usage, summary }) => [`${name} ${usage}`.trim(), summary] as const)
  return `Commands:\n${formatRows(rows, columns)}`
}

/** Formats the help of one command. */
export function formatHelp({ name, usage, summary, details, flags, example }: Command, columns: number): string {
  const line = ['Usage: ask', name, usage, '[flags]'].filter((part) => part !== '').join(' ')
  const rows = [...flags, FLAGS.help].map((flag) => [formatFlag(flag), formatMeaning(flag)] as const)
  const more = details === undefined ? '' : `\n${formatProse(details, columns)}\n`
  return `${summary}\n\n${line}\n${more}\nFlags:\n${formatRows(rows, columns)}\nExample:\n${indent(example)}\n`
}

function formatFlag({ name, value }: Flag): string {
  return value === null ? `--${name}` : `--${name} ${value}`
}

/** The meaning of a flag with its range and default. */
function formatMeaning(flag: Flag): string {
  if (flag.value === null || flag.default === null) return flag.help
  const range = 'range' in flag ? `${flag.range.join(' to ')}, ` : ''
  return `${flag.help} (${range}default ${flag.default})`
}

/** Paragraphs in lines of the terminal's width; indented lines stay as they are. */
function formatProse(text: string, columns: number): string {
  const paragraph = /^\S.*(?:\n\S.*)*/gm
  return text.replace(paragraph, (lines) =>
    wrap(lines.replaceAll('\n', ' '), Math.min(columns, MAX_COLUMNS)).join('\n'),
  )
}

function formatRows(rows: readonly (readonly [string, string])[], columns: number): string {
  const width = Math.max(...rows.map(([left]) => widthOf(left)))
  const start = width + 4
  const room = Math.max(Math.min(columns, MAX_COLUMNS) - start, MIN_MEANING_COLUMNS)
  return rows
    .map(([left, right]) => `  ${left.padEnd(width)}  ${wrap(right, room).join(`\n${' '.repeat(start)}`)}\n`)
    .join('')
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ')
}
