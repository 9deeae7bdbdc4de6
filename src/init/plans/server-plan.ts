/**
 * A server on Express, Connect, Fastify or Hono -> the plan: the module that
 * makes the service, and the lines that its owner adds to mount it.
 */
import { MOUNT_ON_PATH, SERVER_LINES, serviceModule } from './mounts.ts'
import { runCommand } from '../package-manager.ts'
import { contentNotes, DEFAULT_CONTENT, EMPTY_PLAN, graphSteps, installSteps, overlayNote, PACKAGE } from './plan.ts'
import type { HandEdit, Plan, Surroundings } from './plan.ts'
import { findServerEntry, type ServerEntry } from './server-entry.ts'
import { placeService, type ServiceFile, serviceNotes } from './service-file.ts'
import type { Manifest, RecognizedSite } from '../recognized-site.ts'

/** A path to the service's module, whatever its ending. */
const SERVICE_IMPORT = /['"]\.{1,2}\/(?:[\w.-]+\/)*ask(?:\.\w+)?['"]/
/** Where a server is made, and what it is called there. */
const MADE_HERE =
  /\b(?:const|let|var)\s+(\w+)\s*=\s*(?:new\s+Hono\b|(?:express|[fF]astify|connect|require\(['"]\w+['"]\))\()/

/** The plan for a server whose code mounts what it serves. */
export async function planServer(surroundings: Surroundings): Promise<Plan> {
  const { site, readText } = surroundings
  const entry = await findServerEntry(surroundings)
  const file = await placeService(servicePath(site.manifest, entry), readText)
  const { path: service, known } = file
  const start = { command: startCommand(site, entry), remark: 'search is at /api/ask' }
  const steps = [...installSteps(site), ...(await graphSteps(surroundings)), start]
  const notes = [...contentNotes(site, service), overlayNote(site)]
  const after = serviceModule({ content: site.contentFolder ?? DEFAULT_CONTENT, base: '/' })
  const present = serviceNotes(file)
  const changes = known === null ? [{ path: service, before: null, after }] : []
  const plan: Plan = { ...EMPTY_PLAN, changes, present, steps, notes }
  if (entry === null || !mentions(entry.text, file)) return { ...plan, handEdits: [handEdit(site, entry, service)] }
  return { ...plan, present: [...present, `${entry.path} mounts it`] }
}

function startCommand({ manifest, packageManager }: RecognizedSite, entry: ServerEntry | null): string {
  const script = ['dev', 'start'].find((name) => manifest?.scripts.has(name))
  return script === undefined ? `node ${entry?.path ?? 'server.js'}` : runCommand(packageManager, script)
}

/** Beside the server's code, in its language. */
function servicePath(manifest: Manifest | null, entry: ServerEntry | null): string {
  const folder = entry === null ? '' : entry.path.slice(0, entry.path.lastIndexOf('/') + 1)
  const isTypeScript = entry !== null && /\.[cm]?ts$/.test(entry.path)
  return `${folder}ask.${manifest?.isModule ? '' : 'm'}${isTypeScript ? 'ts' : 'js'}`
}

function handEdit({ generator, manifest }: RecognizedSite, entry: ServerEntry | null, service: string): HandEdit {
  const { needsListener, mount } = SERVER_LINES.get(generator) ?? MOUNT_ON_PATH
  const module = `./${service.slice(service.lastIndexOf('/') + 1).replace(/ts$/, 'js')}`
  const isRequiring = manifest?.isModule !== true && /\brequire\s*\(/.test(entry?.text ?? '')
  const bring = (name: string, from: string) =>
    isRequiring ? `const { ${name} } = require('${from}')` : `import { ${name} } from '${from}'`
  const app = MADE_HERE.exec(entry?.text ?? '')?.[1] ?? 'app'
  // Only its server for Node tells the address of the reader in this way.
  const knowsClient = generator !== 'hono' || manifest?.dependencies.has('@hono/node-server') === true
  const lines = knowsClient ? mount : mount.map((line) => line.replace(/, \{ client: .*\}/, ''))
  return {
    task: `In ${entry?.path ?? 'your server'} add, before a body parser and what answers all other paths`,
    lines: [
      ...(needsListener ? [bring('createListener', `${PACKAGE}/node`)] : []),
      bring('ask', module),
      '',
      ...lines.map((line) => line.replace(/\bapp\./, `${app}.`)),
    ],
  }
}

/** Whether code makes the service itself, or brings in the module that does, where there is one; a path to `ask` may be the owner's. */
function mentions(text: string, { known, taken }: ServiceFile): boolean {
  return text.includes(PACKAGE) || (known !== null && taken === null && SERVICE_IMPORT.test(text))
}
