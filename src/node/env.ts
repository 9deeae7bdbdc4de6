/**
 * Environment variables -> options. Nothing else of the program reads them.
 */
import { resolveKey } from '../settings.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface ModelOptions {
  readonly apiKey?: string
  readonly model?: string
}

/** The model to answer with. Throws `AskError('usage')` for a key that can't be one, without showing it. */
export function readModelOptions(env: Environment): ModelOptions {
  const apiKey = resolveKey(env['LLM_API_KEY'])
  const model = env['LLM_MODEL']?.trim() ?? ''
  return { ...(apiKey === null ? {} : { apiKey }), ...(model === '' ? {} : { model }) }
}
