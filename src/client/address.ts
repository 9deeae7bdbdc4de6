/** Text of `--endpoint` -> the base address of a deployed service. */
import { AskError } from '../base/errors.ts'

const DEFAULT_PATH = '/api/ask'

/**
 * The address without a trailing slash, with `/api/ask` where it has no path.
 * Throws `AskError('usage')` for text that isn't an http(s) address.
 */
export function parseAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    const given = JSON.stringify(text)
    throw new AskError('usage', `An endpoint must look like https://docs.example.com/api/ask, not ${given}`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new AskError('usage', 'An endpoint must not hold a user name or password')
  }
  if (url.search !== '' || url.hash !== '') {
    throw new AskError('usage', `An endpoint must end with its path, without ${url.search === '' ? '#' : '?'}…`)
  }
  const path = url.pathname.replace(/\/$/, '')
  return url.origin + (path === '' ? DEFAULT_PATH : path)
}
