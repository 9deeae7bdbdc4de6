/** The settings of a project -> values of flags that the command line doesn't give. */
import type { Arguments, Syntax } from './arguments.ts'
import { type Flag, FLAGS } from './flags.ts'
import type { Settings, SettingsFile } from './settings-file.ts'

/** Usage of the commands whose argument is the content. */
const TAKES_CONTENT = '[content]'

/**
 * The arguments with the settings of a file; flags override them. For a folder other than the file's, the file's
 * settings of content are not used.
 */
export function withSettings(args: Arguments, syntax: Syntax, file: SettingsFile): Arguments {
  const { settings } = file
  const has = (flag: Flag) => syntax.flags.includes(flag) && args.has(flag)
  const positionals = positionalsOf(args, syntax, settings)
  const source = sourceOf(syntax, settings, has)
  const folder = syntax.usage === TAKES_CONTENT ? positionals[0] : (source.content ?? args.text(FLAGS.content))
  const isOwnFolder = settings.content === undefined || folder === settings.content
  const ofContent = isOwnFolder ? { base: settings.base, 'site-title': settings.siteTitle, generator: settings.generator } : {}
  const given = new Map<string, string>()
  for (const [name, value] of Object.entries({ ...ofContent, ...source })) {
    const flag = syntax.flags.find((one) => one.name === name)
    if (value !== undefined && flag !== undefined && flag !== FLAGS.basePath && !args.has(flag)) given.set(name, value)
  }
  // A graph file that the command line doesn't name may be missing, and may belong to other content.
  const graph = isOwnFolder && !args.has(FLAGS.kgPath) ? settings.kgPath : undefined
  return {
    positionals,
    settings: file,
    has: (flag) => args.has(flag) || given.has(flag.name),
    text: (flag) => given.get(flag.name) ?? (flag.name === FLAGS.kgPath.name ? graph : undefined) ?? args.text(flag),
    number: (flag) => {
      const value = given.get(flag.name)
      return value === undefined ? args.number(flag) : Number(value)
    },
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

function positionalsOf({ positionals }: Arguments, { usage }: Syntax, { content }: Settings): readonly string[] {
  return usage === TAKES_CONTENT && positionals.length === 0 && content !== undefined ? [content] : positionals
}

/** The source of a command that reads one of several: the folder, else the service; for `ask answer` the service. */
function sourceOf(
  { name, usage, flags }: Syntax,
  { content, kgPath, endpoint }: Settings,
  has: (flag: Flag) => boolean,
): { readonly content?: string; readonly endpoint?: string } {
  const fromService = endpoint === undefined ? {} : { endpoint }
  if (usage === TAKES_CONTENT || !flags.includes(FLAGS.content)) return fromService
  if ([FLAGS.endpoint, FLAGS.kgPath, FLAGS.content].some(has)) return {}
  if (content === undefined) return kgPath === undefined ? fromService : {}
  return name === 'answer' && endpoint !== undefined ? fromService : { content }
}
