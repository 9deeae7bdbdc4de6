/** Options of a connection to OpenSearch or Elasticsearch -> its checked settings. */
import {
  boolean, callable, createRedactor, headerFields, headerSecrets, keyText, outOfRange, type Redact, refuseUnknown,
  trimmedText, wholeNumber,
} from '../../../core/base.ts'

const MAX_ADDRESSES = 16
/** Bytes of an index name: 255, less the generation that is appended. */
const MAX_NAME_BYTES = 200
/** Names of indexes and aliases, in the form that both engines accept. */
const INDEX_NAME = /^(?!\.+$)[^-_+A-Z\s\\/*?"<>|,#:\p{Cc}\p{Lu}][^A-Z\s\\/*?"<>|,#:\p{Cc}\p{Lu}]*$/u
/** Headers that belong to HTTP, or to each request. */
const RESERVED_HEADERS = ['connection', 'content-length', 'content-type', 'accept', 'host', 'transfer-encoding']

/** A connection to OpenSearch, Elasticsearch, or a managed offering of one of them. */
export interface OpenSearchOptions {
  /**
   * Address such as `https://search.example.com:9200`; several nodes of one cluster with commas between them. `http:`
   * only for this machine, unless `allowHttp` is set. No user name or password in it.
   */
  readonly url: string
  /** Name of the alias of the current index, such as `ask-docs`. */
  readonly index: string
  /** User name and password, for HTTP Basic authentication. Default: none. */
  readonly user?: string | undefined
  readonly password?: string | undefined
  /** Encoded API key of Elasticsearch, instead of a user name. Default: none. */
  readonly apiKey?: string | undefined
  /** Headers of every request. Default: none. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Sends content and credentials unencrypted to another machine. Default false. */
  readonly allowHttp?: boolean | undefined
  /** Longest time of a search, 100 to 60,000 ms. Default 3,000. */
  readonly searchMs?: number | undefined
  /** Sends requests to the engine. Default: the platform's `fetch`. */
  readonly fetch?: typeof fetch | undefined
  /** Takes lines for the site's owner, without secrets. Default `console.warn`. */
  readonly log?: ((line: string) => void) | undefined
}

/** The settings of a connection. */
export interface Connection {
  /** Addresses without a slash at their end, at least one. */
  readonly addresses: readonly string[]
  readonly index: string
  /** Headers of every request, credentials among them. */
  readonly headers: Readonly<Record<string, string>>
  readonly searchMs: number
  readonly redact: Redact
  readonly fetch: typeof fetch
  readonly log: (line: string) => void
}

const NAMES = {
  url: true, index: true, user: true, password: true, apiKey: true, headers: true, allowHttp: true, searchMs: true,
  fetch: true, log: true,
} as const satisfies Record<keyof OpenSearchOptions, true>

/** The settings of a connection. Throws an `OptionError`, which never shows a value that may be a secret. */
export function resolveConnection(options: OpenSearchOptions): Connection {
  refuseUnknown('openSearch()', options, NAMES)
  const { allowHttp = false, headers = {} } = options
  const mayUseHttp = boolean('allowHttp', allowHttp)
  const all = { ...headerFields('headers', headers, RESERVED_HEADERS), ...credentialHeader(options) }
  const redact = createRedactor([...headerSecrets(Object.entries(all)), options.password ?? '', options.apiKey ?? ''])
  const print = callable('log', options.log ?? ((line: string) => console.warn(line)))
  return {
    addresses: resolveAddresses(options.url, mayUseHttp),
    index: resolveIndex(options.index),
    headers: all,
    searchMs: wholeNumber('searchMs', options.searchMs ?? 3_000, [100, 60_000]),
    redact,
    fetch: callable('fetch', options.fetch ?? globalThis.fetch),
    log: (line) => print(redact(line)),
  }
}

function resolveAddresses(url: string, mayUseHttp: boolean): readonly string[] {
  const given = (trimmedText('url', url) ?? '').split(',').map((item) => item.trim()).filter((item) => item !== '')
  if (given.length === 0) throw outOfRange('url', 'must be the address of OpenSearch or Elasticsearch')
  if (given.length > MAX_ADDRESSES) throw outOfRange('url', `must be at most ${MAX_ADDRESSES} addresses`)
  return given.map((address) => resolveAddress(address, mayUseHttp))
}

function resolveAddress(address: string, mayUseHttp: boolean): string {
  const parsed = URL.canParse(address) ? new URL(address) : null
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    throw outOfRange('url', 'must hold addresses such as https://search.example.com:9200')
  }
  if (parsed.username !== '' || parsed.password !== '') {
    const advice = 'set user and password (ASK_SEARCH_USER, ASK_SEARCH_PASSWORD)'
    throw outOfRange('url', `must not hold a user name or password: ${advice}`)
  }
  if (parsed.search !== '' || parsed.hash !== '') throw outOfRange('url', 'must not have a query or a fragment')
  if (parsed.protocol === 'http:' && !isLoopback(parsed.hostname) && !mayUseHttp) {
    const rule = 'must begin with https: for another machine: http: sends content and credentials unencrypted'
    throw outOfRange('url', `${rule} (allowHttp, ASK_SEARCH_ALLOW_HTTP=1)`)
  }
  return parsed.href.replace(/\/$/, '')
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

function resolveIndex(index: string): string {
  const name = trimmedText('index', index)
  if (name === null) throw outOfRange('index', 'must be the name of an index, such as ask-docs')
  if (INDEX_NAME.test(name) && new TextEncoder().encode(name).length <= MAX_NAME_BYTES) return name
  const rule = `at most ${MAX_NAME_BYTES} bytes, in small letters, without spaces or any of \\/*?"<>|,#:`
  throw outOfRange('index', `must be a name that engines take: ${rule}, not beginning with - _ or +`)
}

function credentialHeader({ user, password, apiKey }: OpenSearchOptions): Record<string, string> {
  const [givenUser, givenKey] = [trimmedText('user', user), keyText('apiKey', apiKey)]
  const givenPassword = trimmedText('password', password)
  if (givenUser !== null && givenKey !== null) throw outOfRange('apiKey', 'must not be set together with user')
  if ((givenUser === null) !== (givenPassword === null)) throw outOfRange('password', 'and user must be set together')
  if (givenKey !== null) return { authorization: `ApiKey ${givenKey}` }
  if (givenUser === null) return {}
  if (givenUser.includes(':')) throw outOfRange('user', 'must not have a colon')
  const bytes = new TextEncoder().encode(`${givenUser}:${givenPassword}`)
  return { authorization: `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}` }
}
