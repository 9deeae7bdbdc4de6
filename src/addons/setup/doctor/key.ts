/**
 * The variables of the model -> a finding about its key: missing, malformed, or
 * plausible. A message never has a part of a key, nor its length.
 */
import { AskError, isOptionError } from '../../../core/base.ts'
import { type Environment, readTraceOptions } from '../../../core/environment.ts'
import { resolveKey } from '../../../core/llm.ts'
import { type Check, checksOf } from './check.ts'

/** The variable of the key. */
export const KEY_VARIABLE = 'LLM_API_KEY'

/** Variables of other tools, and misspellings. */
const OTHER_VARIABLES = new RegExp(
  '^(?:(?:OPENAI|ANTHROPIC|OPENROUTER|GEMINI|GOOGLE|MISTRAL|GROQ|DEEPSEEK|XAI|AZURE_OPENAI)_API_KEY' +
  '|LLM_?(?:API_?)?(?:KEY|TOKEN))$',
  'i',
)
/** A value in quotes. */
const QUOTED = /^(["'`]).*\1$/
/** Placeholder keys, and variables that no shell has expanded. */
const PLACEHOLDERS: readonly RegExp[] = [
  /^(?:sk-)?(?:your|my|the|insert|replace|change|paste|enter|add|todo|dummy|placeholder|example)(?![a-z0-9])/i,
  /^changeme$/i,
  /^(?:sk-)?[x*]+$/i,
  /\.\.\./,
  /^[$<{[%]/,
]
/** Characters of the shortest key of any provider. */
const MIN_LENGTH = 16

/** Variables, and the paths of files that set the key. */
interface KeySources {
  readonly env: Environment
  readonly files: readonly string[]
}

const { ok, warn, fail } = checksOf('key')

/** Checks the key: one finding, the worst. */
export function checkKey({ env, files }: KeySources): Check {
  const problem = problemOf(env)
  if (problem !== null) {
    return fail(problem, 'Correct the variable where the service is started: `ask serve` does not start with it')
  }
  const key = resolveKey(env[KEY_VARIABLE])
  if (key === null) return missing({ env, files })
  if (key.toLowerCase() === 'none') return ok(`${KEY_VARIABLE} is \`none\`, for a model server that needs no key`)
  const doubt = doubtOf(key)
  if (doubt !== null) return warn(`The value of ${KEY_VARIABLE} ${doubt[0]}`, doubt[1])
  return ok(`${KEY_VARIABLE} is set and looks like a key`)
}

/** What makes a value look unlike a key, with a remedy; null for nothing. */
function doubtOf(key: string): readonly [string, string] | null {
  if (QUOTED.test(key)) return ['includes quotes', 'Set it without quotes: `docker --env-file` does not remove them']
  if (PLACEHOLDERS.some((pattern) => pattern.test(key))) {
    return ['looks like a placeholder', 'Set it to the key itself; only a shell replaces a variable in it']
  }
  if (key.length >= MIN_LENGTH) return null
  const remedy = 'Copy the whole key again, or set `none` for a server that needs no key'
  return ['is shorter than the key of any provider', remedy]
}

/** The error of reading the variables with keys, null if there is none. */
function problemOf(env: Environment): string | null {
  try {
    resolveKey(env[KEY_VARIABLE])
    readTraceOptions(env)
    return null
  } catch (error) {
    if (error instanceof AskError) return error.message
    if (isOptionError(error)) return KEY_VARIABLE + error.message.slice(error.option.length)
    throw error
  }
}

function missing({ env, files: [file] }: KeySources): Check {
  if (file !== undefined) {
    return warn(
      `${KEY_VARIABLE} is not set: it is in ${file}, which \`ask\` doesn't read`,
      `Load it first: \`set -a; . ./${file}; set +a\`, or \`node --env-file=${file}\`; \`astro dev\` reads it itself`,
    )
  }
  const other = Object.keys(env).find((name) => {
    return OTHER_VARIABLES.test(name) && name !== KEY_VARIABLE && (env[name] ?? '').trim() !== ''
  })
  if (other !== undefined) {
    return warn(
      `${KEY_VARIABLE} is not set, but ${other} is, which \`ask\` doesn't read`,
      `Set it to the same value: \`export ${KEY_VARIABLE}="$${other}"\``,
    )
  }
  return warn(
    `${KEY_VARIABLE} is not set: questions get search results instead of answers`,
    'Search works without it; for answers set it to the key of a model where the service is started',
  )
}
