/**
 * Key, base address and protocol, as far as they are given -> which server is
 * asked, and in which protocol. One table of known servers, one of rules.
 */
import { outOfRange } from '../base/option.ts'
import type { Protocol } from './model.ts'

interface Provider {
  readonly name: string
  readonly host: string
  readonly base: string
  /** How its keys begin, null where that tells nothing. */
  readonly keyPrefix: string | null
  /** Null where it must be named. */
  readonly model: string | null
}

const OPENAI: Provider = {
  name: 'openai',
  host: 'api.openai.com',
  base: 'https://api.openai.com/v1',
  keyPrefix: null,
  model: 'gpt-6-luna',
}
const ANTHROPIC: Provider = {
  name: 'anthropic',
  host: 'api.anthropic.com',
  base: 'https://api.anthropic.com',
  keyPrefix: 'sk-ant-',
  model: 'claude-haiku-5-5',
}
/** Default models as of November 2026: the provider's fast and cheap one with tools, where its name is certain. */
const PROVIDERS: readonly Provider[] = [
  OPENAI,
  ANTHROPIC,
  {
    name: 'openrouter',
    host: 'openrouter.ai',
    base: 'https://openrouter.ai/api/v1',
    keyPrefix: 'sk-or-',
    model: 'anthropic/claude-haiku-5.5',
  },
  {
    name: 'google',
    host: 'generativelanguage.googleapis.com',
    base: 'https://generativelanguage.googleapis.com/v1beta/openai',
    keyPrefix: 'AIza',
    model: 'gemini-3.8-flash',
  },
  { name: 'groq', host: 'api.groq.com', base: 'https://api.groq.com/openai/v1', keyPrefix: 'gsk_', model: null },
  { name: 'xai', host: 'api.x.ai', base: 'https://api.x.ai/v1', keyPrefix: 'xai-', model: null },
  {
    name: 'mistral',
    host: 'api.mistral.ai',
    base: 'https://api.mistral.ai/v1',
    keyPrefix: null,
    model: null,
  },
  {
    name: 'deepseek',
    host: 'api.deepseek.com',
    base: 'https://api.deepseek.com',
    keyPrefix: null,
    model: 'deepseek-flash',
  },
]
/** Ends of hosts: each customer has one of their own. */
const AZURE_HOSTS = ['.openai.azure.com', '.services.ai.azure.com', '.cognitiveservices.azure.com']

/** The key of servers that want none. */
const NO_KEY = 'none'
const WHOLE_PATHS: Readonly<Record<Protocol, string>> = {
  chat: '/chat/completions',
  responses: '/responses',
  anthropic: '/messages',
}

/** The first rule that fits an address decides on its protocol; it is `chat` where none does. */
const RULES: readonly (readonly [Protocol, (base: URL, provider: string) => boolean])[] = [
  ['chat', ({ pathname }) => pathname.endsWith(WHOLE_PATHS.chat)],
  ['responses', ({ pathname }) => pathname.endsWith(WHOLE_PATHS.responses)],
  ['anthropic', ({ pathname }) => pathname.endsWith(WHOLE_PATHS.anthropic)],
  ['anthropic', ({ pathname }, provider) => provider === 'anthropic' || pathname.split('/').includes('anthropic')],
  ['responses', (_, provider) => provider === 'openai'],
  ['responses', ({ pathname }, provider) => provider === 'azure' && pathname === '/openai/v1'],
]

/** What is known of the server before it is asked. */
export interface Wanted {
  /** Null for servers that want none. */
  readonly key: string | null
  readonly baseUrl: string | null
  readonly protocol: Protocol | 'auto'
}

/** Which server is asked, and how. */
export interface Target {
  /** Of the table, else the host's name. */
  readonly provider: string
  readonly protocol: Protocol
  /** Whether the server may show that it speaks another protocol. */
  readonly isOpen: boolean
  /** Without a slash at its end; may hold a query. */
  readonly base: string
  /** Whether requests go to `base` as it stands. */
  readonly isWhole: boolean
  /** Whether it runs on this machine: such servers load their model first. */
  readonly isLocal: boolean
  readonly defaultModel: string | null
}

/** The server that a key and an address name. Throws an `OptionError`, which does not show the address. */
export function chooseTarget({ key, baseUrl, protocol: wanted }: Wanted): Target {
  const base = baseUrl === null ? new URL(baseOfKey(key, wanted)) : parseBase(baseUrl)
  const { hostname } = base
  const known = PROVIDERS.find(({ host }) => host === hostname)
  const isLocal = isLoopback(hostname)
  const provider = known?.name ?? nameOf(hostname, isLocal)
  // `https://api.mistral.ai` is an address that people write.
  if (base.pathname === '/' && known !== undefined) base.pathname = new URL(known.base).pathname
  base.pathname = base.pathname.replace(/\/+$/, '')
  const byRule = RULES.find(([, fits]) => fits(base, provider))?.[0] ?? 'chat'
  const protocol = wanted === 'auto' ? byRule : wanted
  const isWhole = base.pathname.endsWith(WHOLE_PATHS[protocol])
  return {
    provider,
    protocol,
    isOpen: wanted === 'auto' && !isWhole,
    base: `${base.origin}${base.pathname.replace(/\/$/, '')}${base.search}`,
    isWhole,
    isLocal,
    defaultModel: known?.model ?? null,
  }
}

/** Address that a protocol's requests go to; `path` is the format's. */
export function requestUrl({ base, isWhole }: Target, path: string): string {
  if (isWhole) return base
  const url = new URL(base)
  const prefix = url.pathname.replace(/\/$/, '')
  const rest = prefix.endsWith('/v1') && path.startsWith('/v1/') ? path.slice('/v1'.length) : path
  return `${url.origin}${prefix}${rest}${url.search}`
}

/** An address without its query, which may hold a secret. */
export function shownUrl(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname.replace(/\/$/, '')}`
}

/** Null for the key that means none, in any case of letters. */
export function keyOrNone(key: string): string | null {
  return key.toLowerCase() === NO_KEY ? null : key
}

function baseOfKey(key: string | null, wanted: Protocol | 'auto'): string {
  if (key === null) {
    throw outOfRange('model.baseUrl', 'is needed for a model without a key, such as http://localhost:1234/v1')
  }
  const known = PROVIDERS.find(({ keyPrefix }) => keyPrefix !== null && key.startsWith(keyPrefix))
  return (known ?? (wanted === 'anthropic' ? ANTHROPIC : OPENAI)).base
}

function nameOf(hostname: string, isLocal: boolean): string {
  if (AZURE_HOSTS.some((end) => hostname.endsWith(end))) return 'azure'
  return isLocal ? 'localhost' : hostname
}

function parseBase(text: string): URL {
  const base = URL.canParse(text) ? new URL(text) : null
  if (base === null || !/^https?:$/.test(base.protocol)) {
    throw outOfRange('model.baseUrl', 'must be an address such as https://api.example.com/v1')
  }
  if (base.username + base.password !== '') {
    throw outOfRange('model.baseUrl', 'must hold no user and no password; send a header instead')
  }
  return base
}

function isLoopback(hostname: string): boolean {
  return /^(?:.+\.)?localhost$|^\[::1\]$|^127\.\d+\.\d+\.\d+$/.test(hostname)
}
