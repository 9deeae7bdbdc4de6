/** The settings of a project: `ask.json`, or the member `ask` of package.json -> checked values. */
import { CONTACT_RULE, contactAddress, MAX_INSTRUCTIONS } from '../../core/answer/answerer.ts'
import { AskError } from '../../core/base/errors.ts'
import { hasMoreCodePoints, shorten } from '../../core/base/text.ts'
import { isObject, type JsonObject } from '../../core/base/json.ts'
import { nearestName } from '../../core/base/option.ts'
import { GENERATOR_RULE, sourceGenerator } from '../../core/content/generators/profiles.ts'
import { isWeight, WEIGHT_RULE } from '../../core/content/settings.ts'
import {
  ANSWER_LIMITS, type ContentOptions, type Limit, LIMITS, type LimitValues, SERVER_LIMITS,
} from '../../core/settings.ts'
import { languageTag } from '../../core/text/language.ts'
import { readBoundedText } from '../../core/node/files/regular-file.ts'
import { findLinkTarget } from '../../core/node/files/path.ts'

/** The file of settings alone. */
export const SETTINGS_FILE = 'ask.json'
/** Bytes of either file. */
const MAX_BYTES = 1_048_576
/** UTF-16 units of a value in an error. */
const MAX_SHOWN_LENGTH = 80
/** Smallest and largest number of days that a question log is kept. */
const QUESTION_LOG_DAYS = [1, 3_650] as const

/** How the content is read: options of content that every command must have alike. */
export interface SiteSettings extends Omit<ContentOptions, 'depth' | 'commonTitles' | 'generator' | 'now'> {
  readonly generator?: string
}

/** The settings that a project can have. Those from `budgetFile` on are for `ask serve`. */
export interface Settings extends SiteSettings {
  /** Folder of the content, inside the project. */
  readonly content?: string
  /** Graph file, inside the project. */
  readonly kgPath?: string
  readonly endpoint?: string
  /** What answers should heed, below the rules of grounding. */
  readonly instructions?: string
  /** Where readers can ask what the docs don't cover. */
  readonly contact?: string
  /** File that keeps the tokens used today across restarts, inside the project. */
  readonly budgetFile?: string
  /** Text of readers in the question log: without personal data and secrets, or without secrets. */
  readonly questionLogContent?: 'redacted' | 'full'
  /** Days after which files of the question log are deleted. */
  readonly questionLogDays?: number
  readonly metricsHost?: string
  /** True if pages load images of other sites. */
  readonly remoteImages?: boolean
  readonly limits?: LimitValues['limits'] & { readonly answer?: LimitValues['answer'] }
  readonly server?: { readonly [name in keyof typeof SERVER_LIMITS]?: number }
}

export interface SettingsFile {
  readonly file: string
  readonly settings: Settings
}

/** The rule that a value breaks, as `must be …`; null for a valid value. */
type Rule = (value: unknown) => string | null
/** Rules by setting; those of a group are rules by its members. */
interface Rules {
  readonly [name: string]: Rule | Rules
}

const isTag = (value: unknown) => typeof value === 'string' && languageTag(value) !== null
const isShort = (value: unknown) => typeof value === 'string' && !hasMoreCodePoints(value, MAX_INSTRUCTIONS)
const isObjectOf = (value: unknown, isMember: (member: unknown) => boolean) => {
  return isObject(value) && Object.values(value).every(isMember)
}
const TEXT = rule((value) => typeof value === 'string' && value.trim() !== '', 'must be a text')
const BOOLEAN = rule((value) => typeof value === 'boolean', 'must be true or false')
const PATH = rule(isInside, 'must be a path inside the project', TEXT)

const RULES: Rules = {
  content: PATH,
  base: TEXT,
  kgPath: PATH,
  endpoint: rule(isAddress, 'must be an address such as https://docs.example.com, without a password', TEXT),
  siteTitle: TEXT,
  trailingSlash: BOOLEAN,
  defaultLang: rule(isTag, 'must be a language tag such as en or pt-BR'),
  defaultVersion: TEXT,
  locales: rule((value) => isObjectOf(value, isTag), 'must be such as {"fr":"fr"}'),
  weight: rule((value) => isObjectOf(value, isWeight), `${WEIGHT_RULE} for each pattern`),
  generator: rule((value) => sourceGenerator(value) !== null, GENERATOR_RULE),
  instructions: rule(isShort, `must be at most ${MAX_INSTRUCTIONS} characters`, TEXT),
  contact: rule((value) => contactAddress(value) !== null, CONTACT_RULE),
  budgetFile: PATH,
  questionLogContent: rule((value) => value === 'redacted' || value === 'full', 'must be redacted or full'),
  questionLogDays: wholeNumber(QUESTION_LOG_DAYS),
  metricsHost: TEXT,
  remoteImages: BOOLEAN,
  limits: { ...rulesOf(LIMITS), answer: rulesOf(ANSWER_LIMITS) },
  server: rulesOf(SERVER_LIMITS),
}
const PATHS = pathsOf(RULES)
/** Names of what never belongs into a file that is committed, or that decides who may call the service. */
const SECRET = /^llm_|key|token|secret|password|header|host|origin/i

/**
 * The settings of the project in a folder, null without any. Throws `AskError('file-format')` for settings that can't
 * be used, and `AskError('file')` for a path that leads out of the project.
 */
export async function readSettings(folder: string): Promise<SettingsFile | null> {
  const [own, manifest] = await Promise.all([readJson(folder, SETTINGS_FILE), readJson(folder, 'package.json')])
  const member = isObject(manifest) ? manifest['ask'] : undefined
  if (own !== null && member !== undefined) {
    throw new AskError('file-format', `${SETTINGS_FILE} and package.json both have settings: keep those of one`)
  }
  if (own === null && member === undefined) return null
  const file = own === null ? 'package.json' : SETTINGS_FILE
  const settings = decodeSettings(own ?? member, file)
  const { content, kgPath, budgetFile } = settings
  for (const path of [content, kgPath, budgetFile]) if (path !== undefined) await findLinkTarget(folder, path)
  return { file, settings }
}

/** Null for no file; undefined for a package.json that isn't JSON, which other programs report. */
async function readJson(folder: string, name: string): Promise<unknown> {
  const text = await readBoundedText(`${folder}/${name}`, MAX_BYTES)
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch (cause) {
    if (name !== SETTINGS_FILE) return undefined
    // Node tells no position for some texts.
    const [, position] = /position (\d+)/.exec(String(cause)) ?? []
    const line = position === undefined ? '' : `:${text.slice(0, Number(position)).split('\n').length}`
    throw new AskError('file-format', `${name}${line}: not JSON: correct it, or remove the file`, { cause })
  }
}

export function decodeSettings(value: unknown, file: string): Settings {
  const fail = (problem: string): AskError => new AskError('file-format', `${file}: ${problem}`)
  if (!isObject(value)) throw fail('the settings must be an object')
  const { $schema: _schema, ...given } = value
  const problem = problemOf(given, RULES, '')
  if (problem !== null) throw fail(problem)
  const settings = given as Settings
  const { headersMs: ofHead, requestMs: ofAll } = SERVER_LIMITS
  const { headersMs = ofHead.default, requestMs = ofAll.default } = settings.server ?? {}
  if (headersMs > requestMs) throw fail('server.headersMs is part of server.requestMs and can\'t be longer: raise both')
  return settings
}

/** The first problem in a group of settings, null for none; `path` is that of the group, empty for the whole file. */
function problemOf(values: JsonObject, rules: Rules, path: string): string | null {
  for (const [name, value] of Object.entries(values)) {
    const one = Object.hasOwn(rules, name) ? rules[name] : undefined
    if (one === undefined) return describeUnknown(name, rules, path)
    const member = path === '' ? name : `${path}.${name}`
    if (typeof one === 'function') {
      const broken = one(value)
      if (broken !== null) return `${member} ${broken}, not ${shorten(JSON.stringify(value), MAX_SHOWN_LENGTH)}`
    } else {
      const problem = isObject(value) ? problemOf(value, one, member) : `${member} must be an object`
      if (problem !== null) return problem
    }
  }
  return null
}

function describeUnknown(name: string, rules: Rules, path: string): string {
  const names = Object.keys(rules)
  const near = nearestName(name, names) ?? memberNamed(name)
  if (path === '' && near === null && SECRET.test(name)) {
    return `${JSON.stringify(name)} must not be in a file: keys, headers, hosts and origins are variables or flags`
  }
  const hint = near === null ? `there are ${names.join(', ')}` : `did you mean ${near}?`
  return `${path === '' ? '' : `${path}: `}there is no setting ${JSON.stringify(name)}: ${hint}`
}

/** A rule for the values that keep another one. */
function rule(fits: (value: unknown) => boolean, must: string, first: Rule = () => null): Rule {
  return (value) => first(value) ?? (fits(value) ? null : must)
}

function isAddress(value: unknown): boolean {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : null
  return url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === ''
}

function isInside(value: unknown): boolean {
  return typeof value === 'string' && !/^(?:[/\\]|[A-Za-z]:)/.test(value) && !value.split(/[/\\]/).includes('..')
}

function wholeNumber([min, max]: Limit['range']): Rule {
  const fits = (value: unknown) => typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
  return rule(fits, `must be a whole number from ${min} to ${max}`)
}

function rulesOf(limits: Readonly<Record<string, Limit>>): Rules {
  return Object.fromEntries(Object.entries(limits).map(([name, { range }]) => [name, wholeNumber(range)]))
}

function pathsOf(rules: Rules): string[] {
  return Object.entries(rules).flatMap(([name, one]) => {
    return typeof one === 'function' ? [name] : pathsOf(one).map((path) => `${name}.${path}`)
  })
}

/** The path of the setting of this name in a group; null for none. */
function memberNamed(name: string): string | null {
  return PATHS.find((path) => path.endsWith(`.${name}`)) ?? null
}

/** The setting that looks like a flag, with its path: `--answers-per-day` -> `limits.answersPerDay`; null for none. */
export function settingOf(dashed: string): string | null {
  const name = dashed.replace(/^--/, '').replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  return PATHS.includes(name) ? name : memberNamed(name)
}
