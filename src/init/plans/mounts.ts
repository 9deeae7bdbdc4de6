/** The files and lines that mount the service in a framework or server, the same as in docs/mounting.md. */

/** A file of the project. */
export interface MountFile {
  readonly path: string
  readonly text: string
}

/** Options of the service's module. */
export interface ServiceModuleOptions {
  /** Folder of the content, relative to the server's working directory. */
  readonly content: string
  /** Base path of all pages, starting and ending with `/`. */
  readonly base: string
}

/** Path of the routes below the base path. */
const ENDPOINT = 'api/ask'

/** Text of the module that creates the service. */
export function serviceModule({ content, base }: ServiceModuleOptions): string {
  const folder = quoted(content)
  const options = base === '/' ? folder : `${folder}, { base: ${quoted(base)} }`
  return sourceText([
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

/** Next's route; the module of the service is next to the folder `app`. */
export const NEXT_ROUTE: MountFile = {
  path: 'app/api/ask/[[...path]]/route.js',
  text: sourceText([
    "import { ask } from '../../../../ask.js'",
    '',
    'const run = (request) => ask.fetch(request)',
    'export { run as DELETE, run as GET, run as HEAD, run as OPTIONS, run as PATCH, run as POST, run as PUT }',
  ]),
}

/** SvelteKit's route; the module of the service is in `src/lib`. */
export const SVELTEKIT_ROUTE: MountFile = {
  path: 'src/routes/api/ask/[...path]/+server.js',
  text: sourceText([
    "import { ask } from '../../../../lib/ask.js'",
    '',
    'export const fallback = ({ request, getClientAddress }) => ask.fetch(request, { client: getClientAddress() })',
  ]),
}

/** Nuxt's routes, the second one for the endpoint itself; the module of the service is next to the folder `server`. */
export const NUXT_ROUTES: readonly MountFile[] = [
  {
    path: 'server/routes/api/ask/[...path].js',
    text: sourceText([
      "import { createListener } from 'ask-service/node'",
      "import { ask } from '../../../../ask.js'",
      '',
      'export default fromNodeMiddleware(createListener(ask.handle))',
    ]),
  },
  { path: 'server/routes/api/ask/index.js', text: sourceText(["export { default } from './[...path].js'"]) },
]

/** Lines for a server's own code. */
export interface ServerLines {
  /** True if `createListener` must be imported. */
  readonly needsListener: boolean
  /** Lines that mount the service on an `app`. */
  readonly mount: readonly string[]
}

/** Lines for servers that mount node:http listeners on a path. */
export const MOUNT_ON_PATH: ServerLines = {
  needsListener: true,
  mount: ["app.use('/api/ask', createListener(ask.handle))"],
}

/** Lines by server, for those that mount in another way. */
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

/** Lines for a worker, with its content bundled; `root` is the relative path from its code to the project. */
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

function sourceText(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`
}

/** A string of JavaScript. */
function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
