/**
 * A server on Express, Connect, Fastify or Hono -> the plan: the module that
 * makes the service, and the lines that its owner adds to mount it.
 */
import { MOUNT_ON_PATH, SERVER_LINES, serviceModule } from './mounts.ts'
import { runCommand } from './package-manager.ts'
import { contentNotes, DEFAULT_CONTENT, EMPTY_PLAN, installSteps, overlayNote, PACKAGE } from './plan.ts'
import type { HandEdit, Plan, Surroundings } from './plan.ts'
import { findServerEntry, type ServerEntry } from './server-entry.ts'
import type { Manifest, RecognizedSite } from './site.ts'

/** A path to the service's module, whatever its ending. */
const SERVICE_IMPORT = /['"]\.{1,2}\/(?:[\w.-]+\/)*ask(?:\.\w+)?['"]/
/** Where a server is made, and what it is called there. */
const MADE_HERE =
  /\b(?:const|let|var)\s+(\w+)\s*=\s*(?:new\s+Hono\b|(?:express|[fF]astify|connect|require\(['"]\w+['"]\))\()/

/** The plan for a server whose code mounts what it serves. */
export async function planServer(surroundings: Surroundings): Promise<Plan> {
  const { site, readText } = surroundings
  const entry = await findServerEntry(surroundings)
  const service = servicePath(site.manifest, entry)
  const known = await readText(service)
  const edit = handEdit(site, entry, service)
  const steps = [...installSteps(site), { command: startCommand(site, entry), remark: 'search is at /api/ask' }]
  const notes = [...contentNotes(site, service), overlayNote(site)]
  const plan: Plan = { ...EMPTY_PLAN, handEdits: [edit], steps, notes }
  if (known !== null && !known.includes(PACKAGE)) {
    const advice = 'Make the service in another file; then in your server add'
    const task = `${service} is in the way, and stays as it is. ${advice}`
    return { ...plan, isStuck: true, handEdits: [{ ...edit, task }] }
  }
  const after = serviceModule({ content: site.contentFolder ?? DEFAULT_CONTENT, base: '/' })
  const present = known === null ? [] : [`${service} makes the service`]
  const changes = known === null ? [{ path: service, before: null, after }] : []
  if (entry === null || !mentions(entry.text)) return { ...plan, changes, present }
  return { ...plan, changes, present: [...present, `${entry.path} mounts it`], handEdits: [] }
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

/** Whether code brings in the service's module, or makes the service itself. */
function mentions(text: string): boolean {
  return text.includes(PACKAGE) || SERVICE_IMPORT.test(text)
}
