/**
 * A site whose own code serves it -> its plan: the module of the service, and what mounts it. That is a route file on
 * Next, SvelteKit and Nuxt, and lines to add on Express, Connect, Fastify, Hono and in a worker. Files and lines are
 * those of docs/mounting.md.
 */
import { shellArgument } from '../../../core/base.ts'
import { parseConfig, type SourceFile, textAt } from '../../../core/content.ts'
import {
  askCommand, DEFAULT_CONTENT, devCommand, EMPTY_PLAN, type GeneratorName, installSteps, managerCommand,
  type Manifest, type ManualStep, PACKAGE, type Plan, type PlanContext, type RecognizedSite, type Step,
} from './plan.ts'

const GRAPH_FILE = '.service/kg.json'

/** The files that mount the service in a framework. */
interface Mount {
  readonly service: string
  readonly routes: readonly SourceFile[]
}

/** Next; all paths may be below `src`. */
export const NEXT: Mount = {
  service: 'ask.js',
  routes: [{
    path: 'app/api/ask/[[...path]]/route.js',
    text: sourceText([
      "import { ask } from '../../../../ask.js'",
      '',
      'const run = (request) => ask.fetch(request)',
      'export { run as DELETE, run as GET, run as HEAD, run as OPTIONS, run as PATCH, run as POST, run as PUT }',
    ]),
  }],
}

export const SVELTEKIT: Mount = {
  service: 'src/lib/ask.js',
  routes: [{
    path: 'src/routes/api/ask/[...path]/+server.js',
    text: sourceText([
      "import { ask } from '../../../../lib/ask.js'",
      '',
      'export const fallback = ({ request, getClientAddress }) => ask.fetch(request, { client: getClientAddress() })',
    ]),
  }],
}

/** Nuxt; its second route is for the endpoint itself. */
export const NUXT: Mount = {
  service: 'ask.js',
  routes: [
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
  ],
}

/** The plan for a framework that has route files. */
export async function planFramework(context: PlanContext): Promise<Plan> {
  const { site, isFolder } = context
  const { generator, contentFolder, base } = site
  const mount = generator === 'sveltekit' ? SVELTEKIT : generator === 'nuxt' ? NUXT : NEXT
  const isInSource = mount === NEXT && ((await isFolder('src/app')) || (await isFolder('src/pages')))
  const place = (path: string) => (isInSource ? `src/${path}` : path)
  const service = { path: mount.service, text: serviceModule(contentFolder ?? DEFAULT_CONTENT, base) }
  const files = [service, ...mount.routes].map(({ path, text }) => ({ path: place(path), text }))
  const dev = devCommand(site, generator === 'sveltekit' ? 'vite dev' : `${generator} dev`)
  return {
    ...(await planFiles(context, files)),
    steps: [...(await serviceSteps(context)), { command: dev, comment: `search is at ${base}api/ask` }],
    notes: serviceNotes(site, place(mount.service)),
  }
}

const NAMES = ['server', 'app', 'index', 'main']
const EXTENSIONS = ['js', 'mjs', 'cjs', 'ts', 'mts']
const USUAL_PATHS = ['', 'src/'].flatMap((folder) => {
  return NAMES.flatMap((name) => EXTENSIONS.map((extension) => `${folder}${name}.${extension}`))
})
const BUILT = /^(?:dist|build|out)\//

/** The specifier of the service's module in an import, with any extension. */
const SERVICE_IMPORT = /['"]\.{1,2}\/(?:[\w.-]+\/)*ask(?:\.\w+)?['"]/

/** Lines that mount the service on an `app`; those that name no `createListener` call the service itself. */
export const MOUNT_LINES: Partial<Record<GeneratorName, readonly string[]>> = {
  fastify: [
    'const listen = createListener(ask.handle)',
    'const onRequest = (request, reply) => void listen(request.raw, reply.hijack().raw)',
    "for (const url of ['/api/ask', '/api/ask/*']) app.all(url, { onRequest }, () => undefined)",
  ],
  hono: ["app.all('/api/ask/*', (c) => ask.fetch(c.req.raw, { client: c.env.incoming.socket.remoteAddress }))"],
}
/** The same for servers that mount node:http listeners on a path. */
export const MOUNT_ON_PATH: readonly string[] = ["app.use('/api/ask', createListener(ask.handle))"]

/** The plan for a server that mounts routes in its code. */
export async function planServer(context: PlanContext): Promise<Plan> {
  const { site } = context
  const { contentFolder, base } = site
  const entry = await findServerEntry(context)
  const path = servicePath(site.manifest, entry)
  const text = serviceModule(contentFolder ?? DEFAULT_CONTENT, base)
  const files = await planFiles(context, [{ path, text }])
  const isMounted = entry !== null && (entry.text.includes(PACKAGE) || SERVICE_IMPORT.test(entry.text))
  const start = { command: startCommand(site, entry), comment: 'search is at /api/ask' }
  return {
    ...files,
    ...(isMounted && !files.isBlocked && { present: [...files.present, `${entry.path} mounts it`] }),
    ...(!isMounted && !files.isBlocked && { manualSteps: [mountStep(site, entry, path)] }),
    steps: [...(await serviceSteps(context)), start],
    notes: serviceNotes(site, path),
  }
}

/** The plan for a worker: a command that makes a file of the content to bundle, and lines to add by hand. */
export async function planWorker(context: PlanContext): Promise<Plan> {
  const { site } = context
  const entry = await findServerEntry(context)
  const isMounted = entry?.text.includes(PACKAGE) === true
  const root = entry === null ? '' : '../'.repeat(entry.path.split('/').length - 1)
  const step = { instruction: `In ${entry?.path ?? 'the worker'} add`, lines: workerLines(root === '' ? './' : root) }
  const build = askCommand(context, `index build ${shellArgument(site.contentFolder ?? DEFAULT_CONTENT)}`)
  const dev = managerCommand(site.packageManager, 'execute', 'wrangler dev')
  return {
    ...EMPTY_PLAN,
    present: isMounted ? [`${entry.path} mounts the service`] : [],
    manualSteps: isMounted ? [] : [step],
    steps: [
      ...(await serviceSteps(context)),
      { command: build, comment: 'with each deployment' },
      { command: dev, comment: 'search is at /api/ask' },
    ],
    notes: serviceNotes(site, 'the command'),
  }
}

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

/**
 * The entry file of a server's code, which the configuration or the package names, else by convention: the first one
 * that mentions the server, else the first one that exists, null for none.
 */
async function findServerEntry({ site, readText }: PlanContext): Promise<SourceFile | null> {
  const { generator, configFile, manifest } = site
  const config = configFile === null ? null : await readText(configFile)
  const configured = configFile === null || config === null ? null : textAt(parseConfig(configFile, config), 'main')
  const named = [configured, manifest?.main].flatMap((path) => path?.replace(/^\.\//, '') ?? [])
  const entries: SourceFile[] = []
  for (const path of new Set([...named.filter((name) => !BUILT.test(name)), ...USUAL_PATHS])) {
    const text = await readText(path)
    if (text !== null) entries.push({ path, text })
  }
  return entries.find(({ text }) => text.includes(generator)) ?? entries[0] ?? null
}

function startCommand({ manifest, packageManager }: RecognizedSite, entry: SourceFile | null): string {
  const script = ['dev', 'start'].find((name) => manifest?.scripts.has(name))
  return script === undefined ? `node ${entry?.path ?? 'server.js'}` : managerCommand(packageManager, 'run', script)
}

/** Path of the service's module: next to the server's code, in the same language. */
function servicePath(manifest: Manifest | null, entry: SourceFile | null): string {
  const folder = entry === null ? '' : entry.path.slice(0, entry.path.lastIndexOf('/') + 1)
  const isTypeScript = entry !== null && /\.[cm]?ts$/.test(entry.path)
  return `${folder}ask.${manifest?.isModule ? '' : 'm'}${isTypeScript ? 'ts' : 'js'}`
}

function mountStep({ generator, manifest }: RecognizedSite, entry: SourceFile | null, service: string): ManualStep {
  const mount = MOUNT_LINES[generator] ?? MOUNT_ON_PATH
  const needsListener = mount.some((line) => line.includes('createListener'))
  const module = `./${service.slice(service.lastIndexOf('/') + 1).replace(/ts$/, 'js')}`
  const isRequiring = manifest?.isModule !== true && /\brequire\s*\(/.test(entry?.text ?? '')
  const importLine = (name: string, from: string) =>
    isRequiring ? `const { ${name} } = require('${from}')` : `import { ${name} } from '${from}'`
  // Only Hono's server for Node has the client's address at this place.
  const knowsClient = generator !== 'hono' || manifest?.dependencies.has('@hono/node-server') === true
  const lines = knowsClient ? mount : mount.map((line) => line.replace(/, \{ client: .*\}/, ''))
  return {
    instruction: `In ${entry?.path ?? 'your server'} add, before body parsers and before a route for all other paths`,
    lines: [
      ...(needsListener ? [importLine('createListener', `${PACKAGE}/node`)] : []),
      importLine('ask', module),
      '',
      ...lines,
    ],
  }
}

async function serviceSteps(context: PlanContext): Promise<Step[]> {
  const { site, readText } = context
  const install = await installSteps(context)
  if ((await readText(GRAPH_FILE)) !== null) return install
  const content = shellArgument(site.contentFolder ?? DEFAULT_CONTENT)
  const command = askCommand(context, `kg build ${content}`)
  return [...install, { command, comment: 'glossary, sections and overview for agents: commit the file' }]
}

/**
 * Notes for a server: without a content folder, where to name one (`place` is a file or command); the dialog in its
 * pages.
 */
function serviceNotes({ contentFolder, base }: RecognizedSite, place: string): string[] {
  const remedy = `put your pages into ${DEFAULT_CONTENT}, or name another folder in ${place}`
  const endpoint = base === '/' ? '' : ` endpoint="${base}api/ask"`
  const tag = `<ask-overlay${endpoint}></ask-overlay>`
  return [
    ...(contentFolder === null ? [`There is no folder of Markdown yet: ${remedy}.`] : []),
    `For the dialog import '${PACKAGE}/overlay' in the browser, and put ${tag} into your pages.`,
  ]
}

/** What a file has that calls the service, or creates it. */
const OURS = /ask-service|\/ask\.m?[jt]s\b/

/**
 * The part of a plan that writes new files, unless one of them, in JavaScript or TypeScript, is the owner's: then
 * nothing is written, and the plan shows all that is missing.
 */
async function planFiles(
  { readText }: Pick<PlanContext, 'readText'>,
  files: readonly SourceFile[],
): Promise<Pick<Plan, 'changes' | 'present' | 'manualSteps' | 'isBlocked'>> {
  const found = await Promise.all(files.map(async (file) => {
    for (const path of [file.path, file.path.replace(/js$/, 'ts')]) {
      const text = await readText(path)
      if (text !== null) return { path, isOurs: OURS.test(text) || text === file.text }
    }
    return null
  }))
  const present = found.flatMap((file) => (file?.isOurs === true ? [`${file.path} is there`] : []))
  const missing = files.filter((_, at) => found[at]?.isOurs !== true)
  const owned = found.find((file) => file?.isOurs === false)?.path
  if (owned === undefined) {
    const changes = missing.map(({ path, text }) => ({ path, before: null, after: text }))
    return { changes, present, manualSteps: [], isBlocked: false }
  }
  const manualSteps = missing.map(({ path, text }, number) => {
    const reason = number === 0 ? `${owned} is your own, and is not changed: mount the service at another path. ` : ''
    return { instruction: `${reason}${path} would be`, lines: text.trimEnd().split('\n') }
  })
  return { changes: [], present, manualSteps, isBlocked: true }
}

/** Text of the module for a folder of content, relative to the server's working directory, and a base path. */
export function serviceModule(content: string, base: string): string {
  const folder = quoted(content)
  const options = base === '/' ? folder : `${folder}, { base: ${quoted(base)} }`
  return sourceText([
    "import { chunkPages, createAsk, readOptions } from 'ask-service'",
    "import { findGraph, readFolder } from 'ask-service/node'",
    '',
    'export const ask = createAsk({',
    ...(base === '/' ? [] : [`  endpoint: ${quoted(`${base}api/ask`)},`]),
    `  content: async () => chunkPages((await readFolder(${options})).pages),`,
    "  graph: () => findGraph('.service/kg.json'),",
    '  ...readOptions(process.env),',
    '})',
  ])
}

function sourceText(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
