/**
 * Commands -> their help: what they do, their flags, one worked example.
 */
import { type Flag, HELP_FLAG } from './command-line/arguments.ts'
import type { Command } from './command-line/command.ts'

const INTRODUCTION = `ask: search and answers for a documentation site

Usage: ask <command> [flags]
`

const EXAMPLE = `
Example:
  ask serve ./docs                     serve a folder of Markdown, MDX or built HTML
  ask search --content ./docs routing  search the same folder from the terminal

\`ask <command> --help\` shows the flags of a command and an example.
`

/** All commands in one list. */
export function formatOverallHelp(commands: readonly Command[]): string {
  const rows = commands.map(({ name, takes, summary }) => [`${name} ${takes}`.trim(), summary] as const)
  return `${INTRODUCTION}\nCommands:\n${formatRows(rows)}${EXAMPLE}`
}

/** One command. */
export function formatHelp({ name, takes, summary, details, flags, example }: Command): string {
  const usage = `Usage: ask ${name}${takes === '' ? '' : ` ${takes}`} [flags]`
  const rows = [...flags, HELP_FLAG].map((flag) => [dashed(flag), flag.help] as const)
  const more = details === undefined ? '' : `\n${details}\n`
  return `${summary}\n\n${usage}\n${more}\nFlags:\n${formatRows(rows)}\nExample:\n${indent(example)}\n`
}

function dashed({ name, value }: Flag): string {
  return value === null ? `--${name}` : `--${name} ${value}`
}

function formatRows(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('')
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ')
}
