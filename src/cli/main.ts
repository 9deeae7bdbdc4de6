/**
 * A command line -> an exit code. The one place where a failure of the command
 * line becomes a line on stderr.
 */
import { messageOf } from '../base/describe-error.ts'
import { AskError, exitOf } from '../base/errors.ts'
import { parseArguments } from './command-line/arguments.ts'
import type { Command } from './command-line/command.ts'
import { type CommandEntry, COMMANDS } from './commands.ts'
import { formatHelp, formatOverallHelp } from './help.ts'
import { type Io, processIo, withCleanErrors } from './terminal/io.ts'
import { nearestName } from '../base/nearest.ts'
import { safeLine } from './terminal/sanitize.ts'

/** Runs the command line of this process. */
export async function run(): Promise<void> {
  process.exitCode = await main(process.argv.slice(2), processIo())
}

/** Runs one command line: 0 done, 1 what was asked for failed, 2 wrong usage. */
export async function main(argv: readonly string[], surroundings: Io): Promise<number> {
  const io = withCleanErrors(surroundings)
  try {
    return await dispatch(argv, io)
  } catch (error) {
    const isExpected = error instanceof AskError
    io.stderr.write(`ask: ${isExpected ? '' : 'unexpected: '}${safeLine(messageOf(error))}\n`)
    return isExpected ? exitOf(error.code) : 1
  }
}

async function dispatch(argv: readonly string[], io: Io): Promise<number> {
  const [first, ...rest] = argv
  if (first === undefined) {
    io.stderr.write(formatOverallHelp(await loadAll(COMMANDS)))
    return 2
  }
  if (first === '--version' || first === '-V') return printVersion(io)
  if (first === '--help' || first === '-h' || first === 'help') return printHelp(rest, io)
  if (rest[0] === '--help' || rest[0] === '-h') return printHelp([first], io)
  const command = await findCommand(argv).load()
  const args = parseArguments(command, argv.slice(command.name.split(' ').length))
  if (args.has('help')) {
    io.stdout.write(formatHelp(command))
    return 0
  }
  return command.run(args, io)
}

/** `ask help kg build` is `ask kg build --help`; `ask help kg` lists what begins so. */
async function printHelp(words: readonly string[], io: Io): Promise<number> {
  const below = words.length === 1 ? COMMANDS.filter(({ name }) => name.startsWith(`${words[0]} `)) : []
  if (words.length === 0 || below.length > 0) io.stdout.write(formatOverallHelp(await loadAll(below.length > 0 ? below : COMMANDS)))
  else io.stdout.write(formatHelp(await findCommand(words).load()))
  return 0
}

async function printVersion(io: Io): Promise<number> {
  const text = await io.packageFile('package.json')
  const version = /"version":\s*"([^"]+)"/.exec(text ?? '')?.[1] ?? 'of unknown version'
  io.stdout.write(`ask ${version}\n`)
  return 0
}

function loadAll(entries: readonly CommandEntry[]): Promise<Command[]> {
  return Promise.all(entries.map(({ load }) => load()))
}

/** The command that the first one or two words name. */
function findCommand([first = '', second = '']: readonly string[]): CommandEntry {
  const found = COMMANDS.find(({ name }) => name === first || name === `${first} ${second}`)
  if (found !== undefined) return found
  const below = COMMANDS.flatMap(({ name }) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []))
  if (below.length > 0) throw unknown(second.startsWith('-') ? '' : second, below, `${first} `)
  throw unknown(first, COMMANDS.map(({ name }) => name.split(' ')[0]!), '')
}

function unknown(word: string, known: readonly string[], before: string): AskError {
  if (word === '') return new AskError('usage', `\`ask ${before.trim()}\` needs one of ${known.join(', ')}`)
  const near = nearestName(word, known)
  const hint = near === null ? '`ask --help` lists all' : `did you mean \`ask ${before}${near}\`?`
  return new AskError('usage', `Unknown command ${JSON.stringify(`${before}${word}`)}: ${hint}`)
}
