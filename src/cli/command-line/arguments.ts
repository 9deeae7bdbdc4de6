/**
 * The words behind a command -> its flags and words, or an `AskError('usage')`
 * that says in one line what to type instead.
 */
import { AskError } from '../../base/errors.ts'
import { nearestName } from '../../base/nearest.ts'

export interface Flag {
  /** Without the dashes. */
  readonly name: string
  /** What its value is called in the help; null for a flag that takes none. */
  readonly value: string | null
  readonly help: string
  /** Least and largest value of a flag that takes a whole number. */
  readonly range?: readonly [number, number]
}

/** What may stand behind a command. */
export interface Syntax {
  /** Name of the command, one or two words: `search`, `kg build`. */
  readonly name: string
  /** The words it takes, as the help shows them: `<query>`, `[content]`, or empty. */
  readonly takes: string
  /** Least and largest number of words; a command that takes any number joins them. */
  readonly words: readonly [number, number]
  readonly flags: readonly Flag[]
}

/** Every command has it. */
export const HELP_FLAG: Flag = { name: 'help', value: null, help: 'Show this help' }

export interface Arguments {
  /** What stands beside the flags. */
  readonly words: readonly string[]
  readonly has: (flag: string) => boolean
  /** Value of a flag, null where it isn't given. */
  readonly text: (flag: string) => string | null
  /** Value of a flag with a range, null where it isn't given. */
  readonly number: (flag: string) => number | null
}

/** `--flag value` and `--flag=value` are the same, the last of several counts, and behind `--` all are words. */
export function parseArguments(syntax: Syntax, argv: readonly string[]): Arguments {
  const { name, flags } = syntax
  const known = [...flags, HELP_FLAG]
  const values = new Map<string, string>()
  const words: string[] = []
  for (let i = 0; i < argv.length; i += 1) {
    const word = argv[i]!
    if (word === '--') {
      words.push(...argv.slice(i + 1))
      break
    }
    if (word === '-' || !word.startsWith('-')) {
      words.push(word)
      continue
    }
    const [dashed, inline] = splitFlag(word)
    const flag = findFlag(dashed, known, name)
    const next = argv[i + 1]
    const takesNext = flag.value !== null && inline === null && next !== undefined && !/^-(?:-|[A-Za-z])/.test(next)
    values.set(flag.name, checkValue(flag, takesNext ? next : inline))
    if (takesNext) i += 1
  }
  if (!values.has(HELP_FLAG.name)) checkWords(words, syntax)
  return {
    words,
    has: (flag) => values.has(flag),
    text: (flag) => values.get(flag) ?? null,
    number: (flag) => (values.has(flag) ? Number(values.get(flag)) : null),
  }
}

function splitFlag(word: string): [string, string | null] {
  const mark = word.indexOf('=')
  return mark === -1 ? [word, null] : [word.slice(0, mark), word.slice(mark + 1)]
}

function findFlag(dashed: string, flags: readonly Flag[], command: string): Flag {
  if (dashed === '-h') return HELP_FLAG
  const found = flags.find(({ name }) => dashed === `--${name}`)
  if (found !== undefined) return found
  const near = nearestName(dashed.replace(/^-+/, ''), flags.map(({ name }) => name))
  const meant = near === null ? '' : `, did you mean --${near}?`
  throw usage(`Unknown flag ${dashed}${meant} (\`ask ${command} --help\` lists all; behind -- everything is a word)`)
}

/** The value of a flag that takes one, empty for one that doesn't. */
function checkValue({ name, value, range }: Flag, given: string | null): string {
  if (value === null) {
    if (given !== null) throw usage(`--${name} takes no value`)
    return ''
  }
  if (given === null || given === '') throw usage(`--${name} needs a value: --${name} ${value}`)
  if (range !== undefined && (!/^\d{1,9}$/.test(given) || Number(given) < range[0] || Number(given) > range[1])) {
    throw usage(`--${name} must be a whole number from ${range[0]} to ${range[1]}, not ${JSON.stringify(given)}`)
  }
  return given
}

function checkWords(words: readonly string[], { name, takes, words: [least, most] }: Syntax): void {
  if (words.length < least) throw usage(`\`ask ${name}\` needs ${takes}`)
  if (words.length <= most) return
  const wanted = takes === '' ? 'no words' : `only ${takes}`
  throw usage(`\`ask ${name}\` takes ${wanted}: ${JSON.stringify(words[most])} is too many`)
}

function usage(message: string): AskError {
  return new AskError('usage', message)
}
