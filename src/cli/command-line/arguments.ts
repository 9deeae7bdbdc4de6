/**
 * A command of the command line, and its arguments -> its flags and positionals, with the settings of the project for
 * those that are not given; or an `AskError('usage')` that says in one line what to type instead.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { AskError } from '../../core/base/errors.ts'
import { nearestName } from '../../core/base/option.ts'
import { type Environment, readStoreLocation } from '../../core/environment.ts'
import type { Filter } from '../../core/search/index/filter.ts'
import type { Io } from '../terminal/io.ts'
import { CONTENT_FLAGS, FILTER_FLAGS, type Flag, FLAGS, type NumberFlag, SOURCE_NAMES, type TextFlag } from './flags.ts'
import { settingOf, type Settings, type SettingsFile, type SiteSettings } from './settings-file.ts'

/** A command: its syntax, its help and its code. */
export interface Command {
  /** Its positionals as the help shows them: `<query>`, `[content]`, or empty. */
  readonly usage: string
  /** Smallest and largest number of positionals; one without a limit joins them. Default: as many as `usage` shows. */
  readonly positionals?: readonly [number, number]
  /** Its flags, without `--help`, which every command has. */
  readonly flags: readonly Flag[]
  /** One line for the list of commands. */
  readonly summary: string
  /** Further text for its own help. */
  readonly details?: string
  /** A command line that works, and its output. */
  readonly example: string
  /** Ends with the exit code; with none for 0. */
  readonly run: (args: Arguments, io: Io) => Promise<number | void>
}

/** The same with its name, of one or two words: `search`, `kg build`. */
export interface NamedCommand extends Command {
  readonly name: string
}

/** The arguments that a command accepts. */
export type Syntax = Pick<NamedCommand, 'name' | 'usage' | 'positionals' | 'flags'>

export interface Arguments {
  readonly positionals: readonly string[]
  /** The settings of the project that are among the values, null without any. */
  readonly settings: SettingsFile | null
  /** Those of the content that is read. */
  readonly ofContent: SiteSettings
  /** True for a flag that is typed, and for a source that the settings name. */
  readonly has: (flag: Flag) => boolean
  /** The value that is given, else the default. */
  readonly text: <D extends string | null>(flag: TextFlag<D>) => string | D
  readonly number: <D extends number | null>(flag: NumberFlag<D>) => number | D
}

/** An argument that is a flag, not the value of the one before it, as `-1` is. */
const OTHER_FLAG = /^-[A-Za-z-]/

/** Parses arguments: `--flag value` is `--flag=value`, each flag may come once, after `--` nothing is a flag. */
export function parseArguments(syntax: Syntax, argv: readonly string[]): Arguments {
  const flags = [...syntax.flags, FLAGS.help]
  const options = flags.map(({ name, value }) => [name, { type: value === null ? 'boolean' : 'string' }] as const)
  const config = { args: [...argv], options: Object.fromEntries(options), strict: false, tokens: true } as const
  const values = new Map<string, string>()
  const positionals: string[] = []
  for (const token of parseArgs(config).tokens) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind !== 'option') continue
    const { index, value = null, inlineValue } = token
    // As it is typed: `-json` is one flag with a typing error, not four.
    const [dashed = ''] = argv[index]?.split('=', 1) ?? []
    const flag = findFlag(dashed, flags, syntax)
    if (values.has(flag.name)) throw usageError(`--${flag.name} is given twice: give it once`)
    values.set(flag.name, checkValue(flag, value, inlineValue === true))
  }
  if (!values.has(FLAGS.help.name)) checkPositionals(positionals, syntax)
  return {
    positionals,
    settings: null,
    ofContent: {},
    has: ({ name }) => values.has(name),
    text: (flag) => values.get(flag.name) ?? flag.default,
    number: ({ name, default: missing }) => {
      const value = values.get(name)
      return value === undefined ? missing : Number(value)
    },
  }
}

/** An error that names a missing positional of a command. */
export function missingArgument({ name, usage }: Pick<Syntax, 'name' | 'usage'>): AskError {
  return usageError(`Missing argument: type \`ask ${name} ${usage}\``)
}

/**
 * Throws `AskError('usage')` for flags that name two sources, and for flags of a folder without a flag that names the
 * folder, except those that are valid for any source.
 */
export function assertOneSource(args: Arguments, ofAnySource: readonly Flag[] = []): void {
  const [source, other] = SOURCE_NAMES.filter((flag) => args.has(flag))
  if (source !== undefined && other !== undefined) {
    throw usageError(`Give either --${source.name} or --${other.name}, not both`)
  }
  const misplaced = args.has(FLAGS.content)
    ? undefined
    : CONTENT_FLAGS.find((flag) => args.has(flag) && !ofAnySource.includes(flag))
  if (misplaced !== undefined) throw usageError(`--${misplaced.name} only works with --content`)
}

function findFlag(dashed: string, flags: readonly Flag[], { name: command, usage }: Syntax): Flag {
  if (dashed === '-h') return FLAGS.help
  const flag = flags.find(({ name }) => dashed === `--${name}`)
  if (flag !== undefined) return flag
  const setting = settingOf(dashed)
  if (setting === 'content' && usage.startsWith('[content]')) {
    throw usageError(`Unknown flag ${dashed}: the folder needs none, \`ask ${command} docs\``)
  }
  if (setting !== null) throw usageError(`Unknown flag ${dashed}: it is the setting ${setting} of ask.json now`)
  const near = nearestName(dashed.replace(/^-+/, ''), flags.map(({ name }) => name))
  const suggestion = near === null ? '' : `: did you mean --${near}?`
  const help = `\`ask ${command} --help\` lists all flags; an argument after -- is never a flag`
  throw usageError(`Unknown flag ${dashed}${suggestion} (${help})`)
}

function checkValue(flag: Flag, value: string | null, isInline: boolean): string {
  const { name } = flag
  if (flag.value === null) {
    if (value !== null) throw usageError(`--${name} takes no value`)
    return ''
  }
  const needed = `--${name} needs a value: --${name} ${flag.value}`
  if (value === null || value === '') throw usageError(needed)
  if (!isInline && OTHER_FLAG.test(value)) {
    throw usageError(`${needed}; for one that begins with a dash type --${name}=${value}`)
  }
  if (!('range' in flag)) return value
  const [min, max] = flag.range
  if (/^\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max) return value
  throw usageError(`--${name} must be a whole number from ${min} to ${max}, not ${JSON.stringify(value)}`)
}

function checkPositionals(positionals: readonly string[], syntax: Syntax): void {
  const { name, usage } = syntax
  const [min, max] = syntax.positionals ?? [usage.startsWith('<') ? 1 : 0, usage === '' ? 0 : 1]
  if (positionals.length < min) throw missingArgument(syntax)
  if (positionals.length <= max) return
  const accepted = usage === '' ? 'no arguments' : `only ${usage}`
  throw usageError(`Unexpected argument ${JSON.stringify(positionals[max])}: \`ask ${name}\` takes ${accepted}`)
}

function usageError(message: string): AskError {
  return new AskError('usage', message)
}

/** The filter as optional members of a search; empty if no flag is given. */
export function filterNeeds(args: Arguments): { readonly filter?: Filter } {
  const [lang, version, group] = FILTER_FLAGS.map((flag) => args.text(flag) ?? undefined)
  return FILTER_FLAGS.some((flag) => args.has(flag)) ? { filter: { lang, version, group } } : {}
}

/** True if the flag or the variable names a store. */
export function namesStore(args: Arguments, { env }: Pick<Io, 'env'>): boolean {
  return args.has(FLAGS.searchUrl) || readStoreLocation(env).url !== null
}

/** True if a command reads a store: the flag names one, or the variable does and no flag names another source. */
export function readsStore(args: Arguments, io: Pick<Io, 'env'>): boolean {
  return args.has(FLAGS.searchUrl) || (namesStore(args, io) && !SOURCE_NAMES.some((flag) => args.has(flag)))
}

const TAKES_CONTENT = '[content]'

/**
 * The arguments with the settings of a file, which flags and variables override; those of content count for its own
 * folder alone.
 */
export function withSettings(args: Arguments, syntax: Syntax, file: SettingsFile, env: Environment = {}): Arguments {
  const { settings } = file
  const takesContent = syntax.usage === TAKES_CONTENT
  const isOfStore = syntax.flags.includes(FLAGS.searchUrl) && readsStore(args, { env })
  const isContentMissing = takesContent && args.positionals.length === 0 && !isOfStore
  const positionals = isContentMissing && settings.content !== undefined ? [settings.content] : args.positionals
  const source = isOfStore && !takesContent ? {} : sourceOf(args, syntax, settings)
  // A command that reads no folder may read the graph of the content.
  const named = syntax.flags.includes(FLAGS.content) ? (source.content ?? args.text(FLAGS.content)) : settings.content
  const folder = takesContent ? positionals[0] : named
  // Shells complete `docs` to `docs/`.
  const isOwn = folder != null && settings.content !== undefined && resolve(folder) === resolve(settings.content)
  const ofContent = settings.content === undefined || isOwn ? settings : {}
  const { base, siteTitle, generator, kgPath } = ofContent
  const given: Readonly<Record<string, string | undefined>> = {
    base, 'site-title': siteTitle, generator, 'kg-path': kgPath, ...source,
  }
  return {
    positionals,
    settings: file,
    ofContent,
    // A graph file that the command line doesn't name may be missing, and may belong to other content.
    has: (flag) => args.has(flag) || (SOURCE_NAMES.includes(flag) && Object.hasOwn(source, flag.name)),
    text: (flag) => (args.has(flag) ? undefined : given[flag.name]) ?? args.text(flag),
    number: args.number,
  }
}

/** The settings of the project; empty without any. */
export function settingsOf({ settings }: Pick<Arguments, 'settings'>): Settings {
  return settings?.settings ?? {}
}

/** The address of a service that a command uses because a settings file names it, null for none. */
export function endpointOf(typed: Arguments, args: Arguments, { flags }: Syntax): string | null {
  return flags.includes(FLAGS.endpoint) && !typed.has(FLAGS.endpoint) ? args.text(FLAGS.endpoint) : null
}

/** The source of a command that reads one of several: the folder, else the service; for `ask answer` the service. */
function sourceOf(
  args: Arguments,
  { name, usage, flags }: Syntax,
  { content, kgPath, endpoint }: Settings,
): { readonly content?: string; readonly endpoint?: string } {
  // The base path of `ask serve` has the same name.
  const takesService = flags.some((flag) => flag.name === FLAGS.endpoint.name && flag !== FLAGS.basePath)
  const fromService = takesService && endpoint !== undefined ? { endpoint } : {}
  if (usage === TAKES_CONTENT || !flags.includes(FLAGS.content)) return fromService
  if ([FLAGS.endpoint, FLAGS.kgPath, FLAGS.content].some((flag) => args.has(flag))) return {}
  if (content === undefined) return kgPath === undefined ? fromService : {}
  return name === 'answer' && endpoint !== undefined ? fromService : { content }
}
