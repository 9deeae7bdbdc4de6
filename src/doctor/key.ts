/**
 * The variables of the model -> whether there is a key, and whether it can be
 * one. No part of a key is ever in a message, nor its length.
 */
import { type Environment, readModelOptions, readTraceOptions } from '../environment.ts'
import { AskError } from '../base/errors.ts'
import { resolveTarget, type Target } from '../llm/provider.ts'
import { resolveKey } from '../llm/settings.ts'
import { type Check, checksOf } from './check.ts'

/** What is read. */
export const KEY_VARIABLE = 'LLM_API_KEY'

/** Where people have a key already, and what they misspell. */
const OTHER_VARIABLES = new RegExp(
  '^(?:(?:OPENAI|ANTHROPIC|OPENROUTER|GEMINI|GOOGLE|MISTRAL|GROQ|DEEPSEEK|XAI|AZURE_OPENAI)_API_KEY' +
  '|LLM_?(?:API_?)?(?:KEY|TOKEN))$',
  'i',
)
/** The value with the quotes around it. */
const QUOTED = /^(["'`]).*\1$/
/** What stands in examples, and a variable that no shell has replaced. */
const PLACEHOLDERS: readonly RegExp[] = [
  /^(?:sk-)?(?:your|my|the|insert|replace|change|paste|enter|add|todo|dummy|placeholder|example)(?![a-z0-9])/i,
  /^changeme$/i,
  /^(?:sk-)?[x*]+$/i,
  /\.\.\./,
  /^[$<{[%]/,
]
/** Characters that any provider's key has at least. */
const LEAST_LENGTH = 16
/** The provider of every key that doesn't tell its own. */
const BY_DEFAULT = 'openai'

/** Variables, and the files beside the content that set the key, by name: nothing here reads them. */
export interface KeySources {
  readonly env: Environment
  readonly files: readonly string[]
}

const { ok, warn, fail } = checksOf('key')

/** One finding: the worst. */
export function checkKey({ env, files }: KeySources): Check {
  const problem = problemOf(env)
  if (problem !== null) {
    return fail(problem, 'Correct it where the service is started; `ask serve` refuses to start with it')
  }
  const key = resolveKey(env[KEY_VARIABLE])
  if (key === null) return missing({ env, files })
  if (key.toLowerCase() === 'none') return ok(`${KEY_VARIABLE} is \`none\`: for a model's server that wants no key`)
  if (QUOTED.test(key)) {
    return warn(
      `${KEY_VARIABLE} is set with quotes that are part of it`,
      'Set it without them: `docker --env-file` hands quotes on as they stand',
    )
  }
  if (PLACEHOLDERS.some((pattern) => pattern.test(key))) {
    return warn(
      `${KEY_VARIABLE} is set to what looks like a placeholder`,
      'Set it to the key itself; a variable in it has to be replaced by a shell',
    )
  }
  if (key.length < LEAST_LENGTH) {
    return warn(
      `${KEY_VARIABLE} is set, and shorter than any provider's key`,
      'Copy the whole key again; `none` is for servers that want no key',
    )
  }
  return ok(`${KEY_VARIABLE} is set, and could be a key`)
}

/** A key that would be sent to another provider than it is from. */
export function checkKeyTarget(key: string | null, { provider, base }: Target): Check | null {
  const maker = key === null ? BY_DEFAULT : resolveTarget({ key, baseUrl: null, protocol: 'auto' }).provider
  const { hostname } = new URL(base)
  // Gateways go by the names of their hosts, and take anybody's keys.
  if (maker === BY_DEFAULT || maker === provider || provider === hostname || provider === 'localhost') return null
  return warn(
    `${KEY_VARIABLE} begins as keys of ${maker} do, and is sent to ${hostname}`,
    'Unset LLM_BASE_URL, or set the key of that host',
  )
}

/** What is wrong with the variables that hold keys, in the words of those who read them. */
function problemOf(env: Environment): string | null {
  try {
    readModelOptions({ [KEY_VARIABLE]: env[KEY_VARIABLE] })
    readTraceOptions(env)
    return null
  } catch (error) {
    if (error instanceof AskError) return error.message
    throw error
  }
}

function missing({ env, files: [file] }: KeySources): Check {
  if (file !== undefined) {
    return warn(
      `${KEY_VARIABLE} is not set: it stands in ${file}, which \`ask\` doesn't read`,
      `Load it first: \`set -a; . ./${file}; set +a\`, or \`node --env-file=${file}\`; \`astro dev\` reads it itself`,
    )
  }
  const other = Object.keys(env).find((name) => {
    return OTHER_VARIABLES.test(name) && name !== KEY_VARIABLE && (env[name] ?? '').trim() !== ''
  })
  if (other !== undefined) {
    return warn(
      `${KEY_VARIABLE} is not set; ${other} is, which \`ask\` doesn't read`,
      `Set it to the same: \`export ${KEY_VARIABLE}="$${other}"\``,
    )
  }
  return warn(
    `${KEY_VARIABLE} is not set: questions get search results, no answers`,
    'Search works without one; for answers set it to the key of a model, where the service is started',
  )
}
