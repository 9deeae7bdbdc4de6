/** The settings of a project: `ask.json`, or the member `ask` of package.json -> checked values. */
import { AskError } from '../../base/errors.ts'
import { isObject, parseJson } from '../../base/json.ts'
import { nearestName } from '../../base/nearest.ts'
import { ANSWER_LIMITS, type Limit, LIMITS, type LimitValues } from '../../limits.ts'
import { findLinkTarget } from '../files/path-kind.ts'
import { readBoundedFile } from '../files/bounded-file.ts'

/** The file of settings alone. */
export const SETTINGS_FILE = 'ask.json'
/** Bytes of either file. */
const MAX_BYTES = 1_048_576

/** The settings that a project can have. */
export interface Settings {
  /** Folder of the content, inside the project. */
  readonly content?: string
  /** Prefix of every link. */
  readonly base?: string
  /** Graph file, inside the project. */
  readonly kgPath?: string
  /** Address of a deployed service. */
  readonly endpoint?: string
  readonly siteTitle?: string
  readonly limits?: LimitValues['limits'] & { readonly answer?: LimitValues['answer'] }
}

/** Settings with the name of the file that they are from. */
export interface SettingsFile {
  readonly file: string
  readonly settings: Settings
}

/** Names of the settings. `$schema` is for editors. */
const NAMES = ['content', 'base', 'kgPath', 'endpoint', 'siteTitle', 'limits']
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
  for (const path of [settings.content, settings.kgPath]) if (path !== undefined) await findLinkTarget(folder, path)
  return { file, settings }
}

/** Null for no file; undefined for a package.json that isn't JSON, which other programs report. */
async function readJson(folder: string, name: string): Promise<unknown> {
  const bytes = await readBoundedFile(`${folder}/${name}`, MAX_BYTES)
  if (bytes === null) return null
  const value = parseJson(new TextDecoder().decode(bytes))
  if (value === undefined && name === SETTINGS_FILE) {
    throw new AskError('file-format', `${name} is not JSON: correct it, or remove it`)
  }
  return value
}

/** Checks the values of a file. */
export function decodeSettings(value: unknown, file: string): Settings {
  const fail = (problem: string): AskError => new AskError('file-format', `${file}: ${problem}`)
  if (!isObject(value)) throw fail('the settings must be an object')
  const { $schema: _schema, ...given } = value
  for (const name of Object.keys(given)) if (!NAMES.includes(name)) throw fail(describeUnknown(name, NAMES))
  const { limits, ...texts } = given
  for (const [name, text] of Object.entries(texts)) {
    const problem = problemOf(name, text)
    if (problem !== null) throw fail(`${name} ${problem}, not ${JSON.stringify(text)}`)
  }
  if (limits !== undefined) checkLimits(limits, fail)
  return given as Settings
}

function describeUnknown(name: string, names: readonly string[]): string {
  const rule = 'keys, headers and hosts are variables or flags'
  if (SECRET.test(name)) return `${JSON.stringify(name)} must not be in a file: ${rule}`
  const near = nearestName(name, names)
  const hint = near === null ? `there are ${names.join(', ')}` : `did you mean ${near}?`
  return `there is no setting ${JSON.stringify(name)}: ${hint}`
}

/** The rule that a text breaks, null for none. */
function problemOf(name: string, value: unknown): string | null {
  if (typeof value !== 'string' || value.trim() === '') return 'must be a text'
  if (name === 'endpoint') {
    const url = URL.canParse(value) ? new URL(value) : null
    const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === ''
    return isPlain ? null : 'must be an address such as https://docs.example.com, without a password'
  }
  if (name !== 'content' && name !== 'kgPath') return null
  const isInside = !/^(?:[/\\]|[A-Za-z]:)/.test(value) && !value.split(/[/\\]/).includes('..')
  return isInside ? null : 'must be a path inside the project'
}

function checkLimits(value: unknown, fail: (problem: string) => AskError): void {
  if (!isObject(value)) throw fail('limits must be an object')
  const { answer = {}, ...others } = value
  if (!isObject(answer)) throw fail('limits.answer must be an object')
  checkTable('limits', others, LIMITS, fail)
  checkTable('limits.answer', answer, ANSWER_LIMITS, fail)
}

function checkTable(
  path: string,
  values: Readonly<Record<string, unknown>>,
  table: Readonly<Record<string, Limit>>,
  fail: (problem: string) => AskError,
): void {
  for (const [name, value] of Object.entries(values)) {
    const limit = Object.hasOwn(table, name) ? table[name] : undefined
    if (limit === undefined) throw fail(`${path}: ${describeUnknown(name, Object.keys(table))}`)
    const [min, max] = limit.range
    const isInRange = typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
    const rule = `must be a whole number from ${min} to ${max}, not ${JSON.stringify(value)}`
    if (!isInRange) throw fail(`${path}.${name} ${rule}`)
  }
}
