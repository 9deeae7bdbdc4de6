/** Replies on connections for which node:http has made no response: the request is unreadable or not read. */
import { STATUS_CODES } from 'node:http'

/** The text of a reply with an Error body, after which the connection closes. Header names must be in lower case. */
export function formatErrorReply(
  status: number,
  error: string,
  headers: Readonly<Record<string, string>> = {},
): string {
  const body = JSON.stringify({ error })
  const fields = {
    'connection': 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
}
