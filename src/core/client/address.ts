/** The address of a deployed service as people write it -> its base address. */
import { outOfRange, wrongType } from '../base/option.ts'

const DEFAULT_PATH = '/api/ask'

/**
 * The address without a trailing slash; one without a path gets `/api/ask`.
 * Throws an `OptionError` for anything but an http(s) address.
 */
export function parseAddress(text: string): string {
  if (typeof text !== 'string') throw wrongType('endpoint', 'must be a string')
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    const given = JSON.stringify(text)
    throw outOfRange('endpoint', `must be an address such as https://docs.example.com/api/ask, not ${given}`)
  }
  if (url.username !== '' || url.password !== '') {
    throw outOfRange('endpoint', 'must not hold a user name or a password')
  }
  if (url.search !== '' || url.hash !== '') {
    throw outOfRange('endpoint', `must end with its path, without ${url.search === '' ? '#' : '?'}…`)
  }
  const path = url.pathname.replace(/\/$/, '')
  return url.origin + (path === '' ? DEFAULT_PATH : path)
}
