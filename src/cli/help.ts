/**
 * Commands -> their help: purpose, flags, one worked example.
 */
import type { Command } from './command-line/command.ts'
import type { Flag } from './command-line/flag.ts'
import { FLAGS } from './command-line/flags.ts'

const INTRODUCTION = `ask: search and answers for a documentation site

Usage: ask <command> [flags]

A section is the text under one heading of a page. The graph is a JSON file with a summary and the
exact values of each section, a glossary and an overview; rules or a model build it from the pages.
`

const EXAMPLE = `ask serve ./docs                     serve a folder of Markdown, MDX or built HTML
ask search --content ./docs routing  search the same folder from the terminal`

const MORE = '`ask <command> --help` shows the flags of a command and an example.'

/** Formats the list of all commands. */
export function formatOverallHelp(commands: readonly Command[]): string {
  return `${INTRODUCTION}\n${formatCommands(commands)}\nExample:\n${indent(EXAMPLE)}\n\n${MORE}\n`
}

/** Formats the list of a group of commands, such as those of `ask kg`; each has its own example. */
export function formatGroupHelp(group: string, commands: readonly Command[]): string {
  return `Usage: ask ${group} <command> [flags]\n\n${formatCommands(commands)}\n${MORE}\n`
}

function formatCommands(commands: readonly Command[]): string {
  const rows = commands.map(({ name, usage, summary }) => [`${name} ${usage}`.trim(), summary] as const)
  return `Commands:\n${formatRows(rows)}`
}

/** Formats the help of one command. */
export function formatHelp({ name, usage, summary, details, flags, example }: Command): string {
  const line = ['Usage: ask', name, usage, '[flags]'].filter((part) => part !== '').join(' ')
  const rows = [...flags, FLAGS.help].map((flag) => [formatFlag(flag), formatMeaning(flag)] as const)
  const more = details === undefined ? '' : `\n${details}\n`
  return `${summary}\n\n${line}\n${more}\nFlags:\n${formatRows(rows)}\nExample:\n${indent(example)}\n`
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

function formatRows(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('')
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ')
}
