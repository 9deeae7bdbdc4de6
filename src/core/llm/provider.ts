/**
 * Key, base address and protocol, each optional -> the server for requests, and its protocol. One table lists the
 * providers.
 */
import { outOfRange } from '../base/option.ts'
import type { Protocol } from './model.ts'

interface Provider {
  readonly name: string
  readonly base: string
  readonly keyPrefix?: string
  readonly model?: string
}

const OPENAI: Provider = { name: 'openai', base: 'https://api.openai.com/v1', model: 'gpt-6-luna' }
const ANTHROPIC: Provider = {
  name: 'anthropic', base: 'https://api.anthropic.com', keyPrefix: 'sk-ant-', model: 'claude-haiku-5-5',
}
/** Default models as of November 2026: the fast and inexpensive one with tools, if its name is certain. */
const PROVIDERS: readonly Provider[] = [
  OPENAI,
  ANTHROPIC,
  {
    name: 'openrouter', base: 'https://openrouter.ai/api/v1', keyPrefix: 'sk-or-', model: 'anthropic/claude-haiku-5.5',
  },
  {
    name: 'google', base: 'https://generativelanguage.googleapis.com/v1beta/openai', keyPrefix: 'AIza',
    model: 'gemini-3.8-flash',
  },
  { name: 'groq', base: 'https://api.groq.com/openai/v1', keyPrefix: 'gsk_' },
  { name: 'xai', base: 'https://api.x.ai/v1', keyPrefix: 'xai-' },
  { name: 'mistral', base: 'https://api.mistral.ai/v1' },
  { name: 'deepseek', base: 'https://api.deepseek.com', model: 'deepseek-flash' },
]
/** Suffixes of host names: each Azure customer has a host of its own. */
const AZURE_HOSTS = ['.openai.azure.com', '.services.ai.azure.com', '.cognitiveservices.azure.com']

/** Protocols with the last part of the address of requests. */
const ENDPOINTS: readonly (readonly [Protocol, string])[] = [
  ['chat', '/chat/completions'], ['responses', '/responses'], ['anthropic', '/messages'],
]

/** The settings that a target is resolved from. */
export interface TargetOptions {
  readonly key: string | null
  readonly baseUrl: string | null
  readonly protocol: Protocol | 'auto'
}

/** The server that requests go to, and its protocol. */
export type Target = Readonly<ReturnType<typeof resolveTarget>>

/** Resolves a target. Throws an `OptionError` for an invalid base address; its message does not repeat the address. */
export function resolveTarget({ key, baseUrl, protocol: requested }: TargetOptions) {
  const base = baseUrl === null ? new URL(baseForKey(key, requested)) : parseBase(baseUrl)
  const { hostname } = base
  const listed = PROVIDERS.find((one) => new URL(one.base).hostname === hostname)
  const isLocal = isLoopback(hostname)
  const provider = listed?.name ?? providerName(hostname, isLocal)
  // An address without a path, such as `https://api.mistral.ai`, gets the provider's path.
  if (base.pathname === '/' && listed !== undefined) base.pathname = new URL(listed.base).pathname
  base.pathname = base.pathname.replace(/(?<!\/)\/+$/, '')
  const endpoint = ENDPOINTS.find(([, path]) => base.pathname.endsWith(path))?.[0] ?? null
  const protocol = requested === 'auto' ? (endpoint ?? usualProtocol(base, provider)) : requested
  const isEndpoint = protocol === endpoint
  return {
    /** Name in the table of providers, else the host name. */
    provider,
    protocol,
    /** True if an error of the server may change the protocol. */
    mayChangeProtocol: requested === 'auto' && !isEndpoint,
    /** Base address without a slash at its end; may have a query. */
    base: `${base.origin}${base.pathname.replace(/\/$/, '')}${base.search}`,
    /** True if `base` is the full address of requests. */
    isEndpoint,
    /** True for a server on this machine: it may load its model before the first reply. */
    isLocal,
    defaultModel: listed?.model ?? null,
  }
}

function usualProtocol({ pathname }: URL, provider: string): Protocol {
  if (provider === 'anthropic' || pathname.split('/').includes('anthropic')) return 'anthropic'
  return provider === 'openai' || (provider === 'azure' && pathname === '/openai/v1') ? 'responses' : 'chat'
}

/** The address of requests; `path` is the path of the wire format. */
export function requestUrl({ base, isEndpoint }: Target, path: string): string {
  if (isEndpoint) return base
  const url = new URL(base)
  const prefix = url.pathname.replace(/\/$/, '')
  const suffix = prefix.endsWith('/v1') && path.startsWith('/v1/') ? path.slice('/v1'.length) : path
  return `${url.origin}${prefix}${suffix}${url.search}`
}

/** An address without its query, which may hold a secret. */
export function publicUrl(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname.replace(/\/$/, '')}`
}

function baseForKey(key: string | null, requested: Protocol | 'auto'): string {
  if (key === null) {
    throw outOfRange('model.baseUrl', 'is needed for a model without a key, such as http://localhost:1234/v1')
  }
  const listed = PROVIDERS.find(({ keyPrefix }) => keyPrefix !== undefined && key.startsWith(keyPrefix))
  return (listed ?? (requested === 'anthropic' ? ANTHROPIC : OPENAI)).base
}

function providerName(hostname: string, isLocal: boolean): string {
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
