/**
 * A server on Express, Connect, Fastify or Hono, or a worker -> its plan: the module of the service, and lines that
 * mount it. The lines are those of docs/mounting.md.
 */
import { readConfigValues, type SourceFile } from '../../../core/content.ts'
import {
  askCommand, DEFAULT_CONTENT, EMPTY_PLAN, type ManualStep, PACKAGE, type Plan, type PlanContext, planFiles,
  serviceModule, serviceNotes, serviceSteps, shellArgument,
} from './plan.ts'
import { type GeneratorName, type Manifest, managerCommand, type RecognizedSite } from './site.ts'

const NAMES = ['server', 'app', 'index', 'main']
const EXTENSIONS = ['js', 'mjs', 'cjs', 'ts', 'mts']
const USUAL_PATHS = ['', 'src/'].flatMap((folder) => {
  return NAMES.flatMap((name) => EXTENSIONS.map((extension) => `${folder}${name}.${extension}`))
})
/** Files that a build makes. */
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
  const steps = [...(await serviceSteps(context)), start]
  const notes = serviceNotes(site, path)
  if (files.isBlocked) return { ...files, steps, notes }
  if (isMounted) return { ...files, present: [...files.present, `${entry.path} mounts it`], steps, notes }
  return { ...files, manualSteps: [mountStep(site, entry, path)], steps, notes }
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
  const configured = configFile === null || config === null ? null : readConfigValues(configFile, config)('main')
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
