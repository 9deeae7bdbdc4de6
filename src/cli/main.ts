/**
 * A command line -> an exit code. The only place where a failed command becomes a line on stderr. Each command is
 * loaded when it is called: together they are the whole program, and an agent waits for `ask mcp` to start. The help of
 * commands has their purpose, their flags and one example.
 */
import { AskError, exitOf, messageOf } from '../core/base/errors.ts'
import { isOptionError, nearestName } from '../core/base/option.ts'
import { VERSION } from '../core/base/version.ts'
import { errorCodeOf } from '../core/node/files/path.ts'
import {
  type Arguments, type Command, endpointOf, type NamedCommand, parseArguments, withSettings,
} from './command-line/arguments.ts'
import { type Flag, FLAGS } from './command-line/flags.ts'
import { readSettings } from './command-line/settings-file.ts'
import { findAddon, loadAddon } from './package-copy.ts'
import { type Io, processIo, withCleanErrors } from './terminal/io.ts'
import { sanitizeLine } from './terminal/sanitize.ts'
import { wrap } from './terminal/wrap.ts'

export async function run(): Promise<void> {
  process.exitCode = await main(process.argv.slice(2), processIo())
}

/** Runs one command line: 0 success, 1 failure, 2 wrong usage. */
export async function main(argv: readonly string[], plain: Io): Promise<number> {
  const io = withCleanErrors(plain)
  try {
    return await dispatch(argv, io)
  } catch (error) {
    // A command whose files can't be opened: the file that loads the program says so.
    if (errorCodeOf(error) === 'EMFILE') throw error
    const { message, exit } = describe(error)
    io.stderr.write(`ask: ${sanitizeLine(message)}\n`)
    return exit
  }
}

/** The line and the exit code of a failure. A wrong option of the package comes from the flag of the same name. */
function describe(error: unknown): { readonly message: string; readonly exit: number } {
  if (error instanceof AskError) return { message: error.message, exit: exitOf(error.code) }
  if (isOptionError(error)) {
    return { message: flagOf(error.option) + error.message.slice(error.option.length), exit: exitOf('usage') }
  }
  return { message: `unexpected error: ${messageOf(error)}`, exit: 1 }
}

/** `corsOrigins` -> `--cors-origins`. */
function flagOf(option: string): string {
  return `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

async function dispatch(argv: readonly string[], io: Io): Promise<number> {
  const [first, ...others] = argv
  if (first === undefined) {
    io.stderr.write(formatOverallHelp(await loadAll(COMMANDS), io.stderr.columns))
    return 2
  }
  if (first === '--version' || first === '-V' || first === '-v' || first === 'version') {
    io.stdout.write(`ask ${VERSION}\n`)
    return 0
  }
  if (first === '--help' || first === '-h' || first === 'help') return printHelp(others, io)
  if (others[0] === '--help' || others[0] === '-h') return printHelp([first], io)
  const command = await loadAddon(findCommand(argv).load)
  const args = parseArguments(command, argv.slice(command.name.split(' ').length))
  if (!args.has(FLAGS.help)) return (await command.run(await completeArguments(args, command, io), io)) ?? 0
  io.stdout.write(formatHelp(command, io.stdout.columns))
  return 0
}

/** The arguments with the settings of the project. A message names a service that comes from them. */
async function completeArguments(args: Arguments, command: NamedCommand, io: Io): Promise<Arguments> {
  const file = await readSettings(io.folder)
  if (file === null) return args
  const complete = withSettings(args, command, file, io.env)
  const endpoint = endpointOf(args, complete, command)
  if (endpoint !== null) io.stderr.write(`Using the service at ${sanitizeLine(endpoint)}, as ${file.file} says\n`)
  return complete
}

/** Prints help: `ask help kg build` is `ask kg build --help`; `ask help kg` lists its subcommands. */
async function printHelp(words: readonly string[], { stdout }: Io): Promise<number> {
  const [first] = words
  const isGroup = words.length === 1 && COMMANDS.every(({ name }) => name !== first)
  const subcommands = isGroup ? COMMANDS.filter(({ name }) => name.startsWith(`${first} `)) : []
  if (first === undefined) stdout.write(formatOverallHelp(await loadAll(COMMANDS), stdout.columns))
  else if (subcommands.length === 0) stdout.write(formatHelp(await loadAddon(findCommand(words).load), stdout.columns))
  else stdout.write(formatGroupHelp(first, await loadAll(subcommands), stdout.columns))
  return 0
}

function findCommand([first = '', second = '']: readonly string[]): CommandEntry {
  // `mcp install` comes before `mcp`.
  const entry = [`${first} ${second}`, first].flatMap(
    (name) => COMMANDS.find((command) => command.name === name) ?? [],
  )[0]
  const split = COMMANDS.map(({ name }) => name.split(' '))
  const subcommands = split.flatMap(([head, tail]) => (head === first && tail !== undefined ? [tail] : []))
  const isMisspelled = entry?.name === first && nearestName(second, subcommands) !== null
  if (entry !== undefined && !isMisspelled) return entry
  const isFlag = Object.values(FLAGS).some(({ name }) => first === `--${name}` || first.startsWith(`--${name}=`))
  if (isFlag) {
    const form = `\`ask <command> ${first} …\` (\`ask --help\` lists all commands)`
    throw new AskError('usage', `Flags come after the command: ${form}`)
  }
  if (subcommands.length === 0) throw unknownCommand(first, split.flatMap(([head]) => head ?? []), '')
  if (second !== '' && !second.startsWith('-')) throw unknownCommand(second, subcommands, `${first} `)
  throw new AskError('usage', `\`ask ${first}\` needs a subcommand: ${subcommands.join(', ')}`)
}

function unknownCommand(word: string, names: readonly string[], prefix: string): AskError {
  const near = nearestName(word, names)
  const hint = near === null ? `\`ask ${prefix}--help\` lists all commands` : `did you mean \`ask ${prefix}${near}\`?`
  return new AskError('usage', `Unknown command ${JSON.stringify(`${prefix}${word}`)}: ${hint}`)
}

interface CommandEntry {
  readonly name: string
  readonly load: () => Promise<NamedCommand>
}

/** Loads commands for the help, without those of add-ons that this copy lacks. */
async function loadAll(entries: readonly CommandEntry[]): Promise<readonly NamedCommand[]> {
  const loaded = await Promise.all(entries.map(({ load }) => findAddon(load)))
  return loaded.filter((command) => command !== null)
}

const LOADERS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./commands/serve/serve.ts')).serveCommand,
  search: async () => (await import('./commands/search.ts')).searchCommand,
  answer: async () => (await import('./commands/answer.ts')).answerCommand,
  glossary: async () => (await import('./commands/reads.ts')).glossaryCommand,
  sections: async () => (await import('./commands/reads.ts')).sectionsCommand,
  section: async () => (await import('./commands/reads.ts')).sectionCommand,
  overview: async () => (await import('./commands/reads.ts')).overviewCommand,
  eval: async () => (await import('./commands/eval.ts')).evalCommand,
  report: async () => (await import('./addons/report/report.ts')).reportCommand,
  init: async () => (await import('./addons/setup/init.ts')).initCommand,
  doctor: async () => (await import('./addons/setup/doctor.ts')).doctorCommand,
  export: async () => (await import('./addons/agents/export.ts')).exportCommand,
  agents: async () => (await import('./addons/agents/agents.ts')).agentsCommand,
  mcp: async () => (await import('./commands/mcp.ts')).mcpCommand,
  'mcp install': async () => (await import('./addons/setup/mcp-install.ts')).mcpInstallCommand,
  'kg build': async () => (await import('./commands/kg/kg-build.ts')).kgBuildCommand,
  'kg check': async () => (await import('./commands/kg/kg-show.ts')).kgCheckCommand,
  'kg diff': async () => (await import('./commands/kg/kg-show.ts')).kgDiffCommand,
  'kg queries': async () => (await import('./commands/kg/kg-queries.ts')).kgQueriesCommand,
  'kg show': async () => (await import('./commands/kg/kg-show.ts')).kgShowCommand,
  'index build': async () => (await import('./commands/kg/index-build.ts')).indexBuildCommand,
  'index push': async () => (await import('./addons/store/index-push.ts')).indexPushCommand,
  'index check': async () => (await import('./addons/store/index-push.ts')).indexCheckCommand,
  static: async () => (await import('./addons/static/static.ts')).staticCommand,
}

export const COMMANDS: readonly CommandEntry[] = Object.entries(LOADERS).map(([name, load]) => {
  return { name, load: async () => ({ name, ...(await load()) }) }
})

/** Columns of a line that is easy to read; a narrower terminal has fewer. */
const MAX_COLUMNS = 100
/** Columns that the meaning of a row has at least. */
const MIN_MEANING_COLUMNS = 30

const INTRODUCTION = `ask: search and answers for a documentation site

Usage: ask <command> [flags]

A section is the text under one heading of a page. The graph is a JSON file with a summary and the
exact values of each section, a glossary and an overview; rules or a model build it from the pages.
`

const EXAMPLE = `  ask serve --demo                     try it on ask's own docs
  ask serve ./docs                     serve a folder of pages
  ask search --content ./docs routing  search the same folder from the terminal`

const MORE = '`ask <command> --help` shows the flags of a command and an example.'

function formatOverallHelp(commands: readonly NamedCommand[], columns: number): string {
  const introduction = formatProse(INTRODUCTION, columns)
  return `${introduction}\n${formatCommands(commands, columns)}\nExample:\n${EXAMPLE}\n\n${MORE}\n`
}

/** Formats the list of a group of commands, such as those of `ask kg`; each has its own example. */
function formatGroupHelp(group: string, commands: readonly NamedCommand[], columns: number): string {
  return `Usage: ask ${group} <command> [flags]\n\n${formatCommands(commands, columns)}\n${MORE}\n`
}

function formatCommands(commands: readonly NamedCommand[], columns: number): string {
  const rows = commands.map(({ name, usage, summary }) => [`${name} ${usage}`.trim(), summary] as const)
  return `Commands:\n${formatRows(rows, columns)}`
}

function formatHelp({ name, usage, summary, details, flags, example }: NamedCommand, columns: number): string {
  const line = ['Usage: ask', name, usage, '[flags]'].filter((part) => part !== '').join(' ')
  const rows = [...flags, FLAGS.help].map((flag) => [formatFlag(flag), formatMeaning(flag)] as const)
  const more = details === undefined ? '' : `\n${formatProse(details, columns)}\n`
  return `${summary}\n\n${line}\n${more}\nFlags:\n${formatRows(rows, columns)}\nExample:\n  ${example}\n`
}

function formatFlag({ name, value }: Flag): string {
  return value === null ? `--${name}` : `--${name} ${value}`
}

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
  const width = Math.max(...rows.map(([left]) => left.length))
  const start = width + 4
  const room = Math.max(Math.min(columns, MAX_COLUMNS) - start, MIN_MEANING_COLUMNS)
  return rows
    .map(([left, right]) => `  ${left.padEnd(width)}  ${wrap(right, room).join(`\n${' '.repeat(start)}`)}\n`)
    .join('')
}
