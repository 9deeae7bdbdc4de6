/** A server on Express, Connect, Fastify or Hono -> its plan: the module of the service, and lines that mount it. */
import { runCommand } from '../package-manager.ts'
import type { Manifest, RecognizedSite } from '../recognized-site.ts'
import { MOUNT_ON_PATH, SERVER_LINES, serviceModule } from './mounts.ts'
import { contentNotes, DEFAULT_CONTENT, EMPTY_PLAN, graphSteps, installSteps, overlayNote, PACKAGE } from './plan.ts'
import type { ManualStep, Plan, PlanContext } from './plan.ts'
import { findServerEntry, type ServerEntry } from './server-entry.ts'
import { chooseServiceFile, type ServiceFile, serviceNotes } from './service-file.ts'

/** The specifier of the service's module in an import, with any extension. */
const SERVICE_IMPORT = /['"]\.{1,2}\/(?:[\w.-]+\/)*ask(?:\.\w+)?['"]/
/** The declaration of a server, with its variable. */
const APP_DECLARATION =
  /\b(?:const|let|var)\s+(\w+)\s*=\s*(?:new\s+Hono\b|(?:express|[fF]astify|connect|require\(['"]\w+['"]\))\()/

/** The plan for a server that mounts routes in its code. */
export async function planServer(context: PlanContext): Promise<Plan> {
  const { site, readText } = context
  const entry = await findServerEntry(context)
  const file = await chooseServiceFile(servicePath(site.manifest, entry), readText)
  const { path: service, existingText } = file
  const start = { command: startCommand(site, entry), comment: 'search is at /api/ask' }
  const steps = [...(await installSteps(context)), ...(await graphSteps(context)), start]
  const notes = [...contentNotes(site, service), overlayNote(site)]
  const after = serviceModule({ content: site.contentFolder ?? DEFAULT_CONTENT, base: '/' })
  const present = serviceNotes(file)
  const changes = existingText === null ? [{ path: service, before: null, after }] : []
  const plan: Plan = { ...EMPTY_PLAN, changes, present, steps, notes }
  const isMounted = entry !== null && mountsService(entry.text, file)
  if (isMounted) return { ...plan, present: [...present, `${entry.path} mounts it`] }
  return { ...plan, manualSteps: [mountStep(site, entry, service)] }
}

function startCommand({ manifest, packageManager }: RecognizedSite, entry: ServerEntry | null): string {
  const script = ['dev', 'start'].find((name) => manifest?.scripts.has(name))
  return script === undefined ? `node ${entry?.path ?? 'server.js'}` : runCommand(packageManager, script)
}

/** Path of the service's module: next to the server's code, in the same language. */
function servicePath(manifest: Manifest | null, entry: ServerEntry | null): string {
  const folder = entry === null ? '' : entry.path.slice(0, entry.path.lastIndexOf('/') + 1)
  const isTypeScript = entry !== null && /\.[cm]?ts$/.test(entry.path)
  return `${folder}ask.${manifest?.isModule ? '' : 'm'}${isTypeScript ? 'ts' : 'js'}`
}

function mountStep({ generator, manifest }: RecognizedSite, entry: ServerEntry | null, service: string): ManualStep {
  const { needsListener, mount } = SERVER_LINES.get(generator) ?? MOUNT_ON_PATH
  const module = `./${service.slice(service.lastIndexOf('/') + 1).replace(/ts$/, 'js')}`
  const isRequiring = manifest?.isModule !== true && /\brequire\s*\(/.test(entry?.text ?? '')
  const importLine = (name: string, from: string) =>
    isRequiring ? `const { ${name} } = require('${from}')` : `import { ${name} } from '${from}'`
  const app = APP_DECLARATION.exec(entry?.text ?? '')?.[1] ?? 'app'
  // Only Hono's server for Node has the client's address at this place.
  const knowsClient = generator !== 'hono' || manifest?.dependencies.has('@hono/node-server') === true
  const lines = knowsClient ? mount : mount.map((line) => line.replace(/, \{ client: .*\}/, ''))
  return {
    instruction: `In ${entry?.path ?? 'your server'} add, before body parsers and before a route for all other paths`,
    lines: [
      ...(needsListener ? [importLine('createListener', `${PACKAGE}/node`)] : []),
      importLine('ask', module),
      '',
      ...lines.map((line) => line.replace(/\bapp\./, `${app}.`)),
    ],
  }
}

/** True if code creates the service itself or imports the service's module; an import of `ask` may be the owner's. */
function mountsService(text: string, { existingText, ownersFile }: ServiceFile): boolean {
  return text.includes(PACKAGE) || (existingText !== null && ownersFile === null && SERVICE_IMPORT.test(text))
}
