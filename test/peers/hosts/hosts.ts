/** The hosts: how each project is built and started, and in what it differs from all others. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const at = (path: string) => fileURLToPath(new URL(`node_modules/${path}`, import.meta.url))
const NODE = process.execPath
/** For hosts that this Node is too old for. */
const NODE_24 = at('node24/bin/node')

/** What some hosts answer by themselves, before the service is asked. */
export interface Differences {
  /** A POST that is no JSON gets the body parser's own page. */
  readonly parsesBodies?: boolean
  /** Status of malformed percent-encoding. */
  readonly badPath?: number
  /** Status of the base path with a slash at its end: a redirect to the one without. */
  readonly trailingSlash?: number
  /** That a reader has left is noticed when the next frame is written to him, not before. */
  readonly noticesByWriting?: boolean
  /** That a reader has left is not noticed: the answer is written to its end. */
  readonly hidesLeaving?: boolean
  /** A reply is sent as a whole. */
  readonly isBuffered?: boolean
}

export interface Host {
  readonly name: string
  /** Project below `apps/`; also its folder below `.build/`. */
  readonly app: string
  readonly folder?: string
  /** Folders of the packages whose versions the table tells. */
  readonly packages: readonly string[]
  /** What runs it, as the table tells it. */
  readonly runtime: string
  /** Where the project wants `ask.js`; null where it has none. */
  readonly ask?: string | null
  /** Package that the project finds under a name: `express` -> `express4`. */
  readonly aliases?: Readonly<Record<string, string>>
  readonly build?: readonly string[]
  /** The command; `PORT` in it gives way to the port, which the variable of that name holds too. */
  readonly start: readonly string[]
  readonly differences?: Differences
  /** Tried for a release only: another version of a host, or one whose build takes long. */
  readonly isForRelease?: true
}

const IS_LONG = process.env['ASK_LONG'] === '1'
const THIS_NODE = `Node ${process.versions.node}`
/** Installed for a release only, as the hosts are that need it. */
const NODE_24_NAME = IS_LONG ? `Node ${identify('node24').version}` : ''

/** Hosts on this Node that are one file. */
function server(name: string, app: string, packages: readonly string[], rest: Partial<Host> = {}): Host {
  return { name, app, packages, runtime: THIS_NODE, start: [NODE, 'server.js'], ...rest }
}

/** Functions of a platform, called by a program that takes the platform's place. */
function functions(name: string, app: string, runner: string, packages: readonly string[], isBuffered = false): Host {
  const start = [NODE_24, at(`../runners/${runner}.mjs`)]
  const differences = { isBuffered, hidesLeaving: true }
  return { name, app, packages, runtime: NODE_24_NAME, start, isForRelease: true, differences }
}

const ALL_HOSTS: readonly Host[] = [
  server('node:http', 'node', []),
  server('Express', 'express', ['express']),
  server('Express 4', 'express', ['express4'], { folder: 'express4', aliases: { express: 'express4' }, isForRelease: true }),
  server('Express, express.json(), nested routers', 'express-json', ['express'], {
    differences: { parsesBodies: true },
  }),
  server('Express 4, express.json(), nested routers', 'express-json', ['express4'], {
    folder: 'express4-json',
    aliases: { express: 'express4' },
    isForRelease: true,
    differences: { parsesBodies: true },
  }),
  server('Connect', 'connect', ['connect']),
  server('Fastify', 'fastify', ['fastify']),
  server('Hono', 'hono', ['hono', '@hono/node-server']),
  server('Hono, mount()', 'hono-mount', ['hono', '@hono/node-server']),
  {
    name: 'Next',
    isForRelease: true,
    app: 'next',
    packages: ['next'],
    runtime: THIS_NODE,
    build: [NODE, at('next/dist/bin/next'), 'build'],
    start: [NODE, at('next/dist/bin/next'), 'start', '--hostname', '127.0.0.1', '--port', 'PORT'],
    differences: { badPath: 500, trailingSlash: 308 },
  },
  {
    name: 'SvelteKit',
    isForRelease: true,
    app: 'sveltekit',
    packages: ['@sveltejs/kit', '@sveltejs/adapter-node'],
    runtime: NODE_24_NAME,
    ask: 'src/lib/ask.js',
    build: [NODE_24, at('vite/bin/vite.js'), 'build'],
    start: [NODE_24, 'build'],
    differences: { trailingSlash: 308 },
  },
  {
    name: 'Nuxt',
    isForRelease: true,
    app: 'nuxt',
    packages: ['nuxt', 'nitropack'],
    runtime: NODE_24_NAME,
    build: [NODE_24, at('@nuxt/cli/bin/nuxi.mjs'), 'build'],
    start: [NODE_24, '.output/server/index.mjs'],
  },
  functions('AWS Lambda, serverless-http', 'lambda-http', 'lambda', ['serverless-http'], true),
  functions('AWS Lambda, serverless-express', 'lambda-express', 'lambda', ['@codegenie/serverless-express'], true),
  functions('AWS Lambda, streaming', 'lambda-stream', 'lambda', []),
  functions('Azure Functions', 'azure', 'azure', ['@azure/functions']),
  functions('Netlify', 'netlify', 'netlify', ['@netlify/functions-dev']),
  functions('Vercel', 'vercel', 'vercel', ['@vercel/node']),
  server('Google Cloud Functions', 'cloud-functions', ['@google-cloud/functions-framework'], {
    isForRelease: true,
    start: [NODE, at('@google-cloud/functions-framework/build/src/main.js'), '--target=ask', '--source=server.js'],
    differences: { parsesBodies: true },
  }),
  {
    name: 'Nitro',
    isForRelease: true,
    app: 'nitro',
    packages: ['nitro'],
    runtime: NODE_24_NAME,
    build: [NODE_24, at('nitro/dist/cli/index.mjs'), 'build'],
    start: [NODE_24, '.output/server/index.mjs'],
  },
  {
    name: 'Worker',
    app: 'worker',
    packages: ['workerd'],
    runtime: 'Cloudflare workerd',
    ask: null,
    build: [NODE, at('../bundle-worker.mjs')],
    start: [at('workerd/bin/workerd'), 'serve', 'config.capnp', '--socket-addr', 'http=127.0.0.1:PORT'],
    differences: { noticesByWriting: true },
  },
  {
    name: 'Deno',
    app: 'deno',
    packages: ['deno'],
    runtime: 'Deno',
    start: [
      at('deno/deno'), 'serve', '--allow-net=127.0.0.1', '--allow-read', '--allow-env',
      '--host', '127.0.0.1', '--port', 'PORT', 'server.js',
    ],
  },
  {
    name: 'Bun',
    app: 'bun',
    packages: ['bun'],
    runtime: 'Bun',
    start: [at('bun/bin/bun.exe'), 'server.js'],
  },
]

export const HOSTS = ALL_HOSTS.filter(({ isForRelease }) => isForRelease !== true || IS_LONG)

/** Name and version of an installed package. */
export function identify(folder: string): { readonly name: string; readonly version: string } {
  return JSON.parse(readFileSync(at(`${folder}/package.json`), 'utf8'))
}
