/**
 * The text of the files that mount the service in a framework or server, as
 * the documentation shows them, and where they go.
 */

/** A file of the project. */
export interface MountFile {
  readonly path: string
  readonly text: string
}

/** What the service is made with. */
export interface ServiceOptions {
  /** Folder of the content, from where the server is started. */
  readonly content: string
  /** Path in front of all pages, starting and ending with `/`. */
  readonly base: string
}

/** Path of the routes where nothing stands in front of them. */
const ENDPOINT = 'api/ask'

/** The module that makes the service. */
export function serviceModule({ content, base }: ServiceOptions): string {
  const folder = quoted(content)
  const options = base === '/' ? folder : `${folder}, { base: ${quoted(base)} }`
  return module([
    "import { chunkPages, createAsk, readOptions } from 'ask-service'",
    "import { findGraph, readFolder } from 'ask-service/node'",
    '',
    'export const ask = createAsk({',
    ...(base === '/' ? [] : [`  endpoint: ${quoted(base + ENDPOINT)},`]),
    `  content: async () => chunkPages((await readFolder(${options})).pages),`,
    "  graph: () => findGraph('.service/kg.json'),",
    '  ...readOptions(process.env),',
    '})',
  ])
}

/** Next's route; the module of the service is beside the folder `app`. */
export const NEXT_ROUTE: MountFile = {
  path: 'app/api/ask/[[...path]]/route.js',
  text: module([
    "import { ask } from '../../../../ask.js'",
    '',
    'const run = (request) => ask.fetch(request)',
    'export { run as DELETE, run as GET, run as HEAD, run as OPTIONS, run as PATCH, run as POST, run as PUT }',
  ]),
}

/** SvelteKit's route; the module of the service is in `src/lib`. */
export const SVELTEKIT_ROUTE: MountFile = {
  path: 'src/routes/api/ask/[...path]/+server.js',
  text: module([
    "import { ask } from '../../../../lib/ask.js'",
    '',
    'export const fallback = ({ request, getClientAddress }) => ask.fetch(request, { client: getClientAddress() })',
  ]),
}

/** Nuxt's routes, the second for the bare path; the module of the service is beside the folder `server`. */
export const NUXT_ROUTES: readonly MountFile[] = [
  {
    path: 'server/routes/api/ask/[...path].js',
    text: module([
      "import { createListener } from 'ask-service/node'",
      "import { ask } from '../../../../ask.js'",
      '',
      'export default fromNodeMiddleware(createListener(ask.handle))',
    ]),
  },
  { path: 'server/routes/api/ask/index.js', text: module(["export { default } from './[...path].js'"]) },
]

/** Lines of a server's own code: what is imported, and what mounts it on an `app`. */
export interface ServerLines {
  /** Whether the listener of `ask-service/node` is needed. */
  readonly needsListener: boolean
  readonly mount: readonly string[]
}

/** For what mounts listeners of node:http on a path. */
export const MOUNT_ON_PATH: ServerLines = {
  needsListener: true,
  mount: ["app.use('/api/ask', createListener(ask.handle))"],
}

/** By server, for those that mount in a way of their own. */
export const SERVER_LINES: ReadonlyMap<string, ServerLines> = new Map([
  [
    'fastify',
    {
      needsListener: true,
      mount: [
        'const listen = createListener(ask.handle)',
        'const onRequest = (request, reply) => void listen(request.raw, reply.hijack().raw)',
        "for (const url of ['/api/ask', '/api/ask/*']) app.all(url, { onRequest }, () => undefined)",
      ],
    },
  ],
  [
    'hono',
    {
      needsListener: false,
      mount: ["app.all('/api/ask/*', (c) => ask.fetch(c.req.raw, { client: c.env.incoming.socket.remoteAddress }))"],
    },
  ],
])

/** What a worker does with requests, its content bundled with it; `root` leads from its code to the project. */
export function workerLines(root: string): string[] {
  return [
    "import { createAsk, readOptions } from 'ask-service'",
    `import prebuilt from '${root}.service/index.json' with { type: 'json' }`,
    '',
    'let ask',
    '',
    '// in fetch(request, env, context), for paths that begin with /api/ask:',
    'ask ??= createAsk({ prebuilt: async () => prebuilt, ...readOptions(env) })',
    "const client = request.headers.get('cf-connecting-ip') ?? ''",
    'return ask.fetch(request, { client, waitUntil: (work) => context.waitUntil(work) })',
  ]
}

function module(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`
}

/** A string of JavaScript. */
function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
