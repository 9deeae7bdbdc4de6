/**
 * A site on Next, SvelteKit or Nuxt -> the plan: the module that makes the
 * service, and the route that hands requests to it.
 */
import { type MountFile, NEXT_ROUTE, NUXT_ROUTES, serviceModule, SVELTEKIT_ROUTE } from './mounts.ts'
import { contentNotes, DEFAULT_CONTENT, devCommand, EMPTY_PLAN, graphSteps, installSteps, overlayNote } from './plan.ts'
import type { HandEdit, Plan, Surroundings } from './plan.ts'
import { placeService, type ServiceFile, serviceNotes } from './service-file.ts'

/** Endings of a file that may be there instead of one in JavaScript. */
const ENDINGS = ['js', 'ts', 'mjs', 'mts', 'jsx', 'tsx']

interface Mount {
  /** Path of the service's module. */
  readonly service: string
  readonly routes: readonly MountFile[]
  /** Files, without their endings, that would answer the same paths. */
  readonly rivals: readonly string[]
}

/** The plan for a framework with routes of its own. */
export async function planFramework(surroundings: Surroundings): Promise<Plan> {
  const { site, readText } = surroundings
  const mount = await mountOf(surroundings)
  const file = await placeService(mount.service, readText)
  const routes = mount.routes.map(({ path, text }) => ({ path, text: importing(text, file) }))
  const dev = devCommand(site, site.generator === 'sveltekit' ? 'vite dev' : `${site.generator} dev`)
  const last = { command: dev, remark: `search is at ${site.base}api/ask` }
  const steps = [...installSteps(site), ...(await graphSteps(surroundings)), last]
  const notes = [...contentNotes(site, file.path), overlayNote(site)]
  const plan: Plan = { ...EMPTY_PLAN, steps, notes }
  const text = serviceModule({ content: site.contentFolder ?? DEFAULT_CONTENT, base: site.base })
  const service = file.known === null ? [{ path: file.path, text }] : []
  const rival = await firstOf(mount.rivals, readText)
  const present = serviceNotes(file)
  if (rival !== null) return { ...plan, present, isStuck: true, handEdits: handEdits(rival, [...service, ...routes]) }
  const found = await filesOf(service, routes, readText)
  const isLeftOut = file.known === null && found.changes.length === 0
  return { ...plan, changes: found.changes, present: [...(isLeftOut ? [] : present), ...found.present] }
}

/** The files, for their owner to make where another file answers the path. */
function handEdits(rival: string, files: readonly MountFile[]): HandEdit[] {
  const why = `${rival} is in the way, and stays as it is. Move it, or mount the service at another path. `
  return files.map(({ path, text }, number) => ({
    task: `${number === 0 ? why : ''}${path} would be`,
    lines: text.trimEnd().split('\n'),
  }))
}

/** A route that brings in the service from where it is. */
function importing(route: string, { path, taken }: ServiceFile): string {
  const ending = (file: string) => `/${file.slice(file.lastIndexOf('/') + 1)}'`
  return taken === null ? route : route.replace(ending(taken), ending(path))
}

/** What is missing of the files; a route that differs is the owner's, and gets no service beside it. */
async function filesOf(
  service: readonly MountFile[],
  routes: readonly MountFile[],
  readText: ReadText,
): Promise<Pick<Plan, 'changes' | 'present'>> {
  const missing: MountFile[] = []
  const present: string[] = []
  let isOwners = false
  for (const route of routes) {
    const found = await findVariant(route.path, readText)
    if (found === null) missing.push(route)
    else if (isSame(found.text, route.text)) present.push(`${found.path} is there`)
    else {
      isOwners = true
      present.push(`${found.path} is there, is not as it would be written, and stays`)
    }
  }
  const files = service.length === 0 ? missing : isOwners ? [] : [...service, ...missing]
  return { changes: files.map(({ path, text }) => ({ path, before: null, after: text })), present }
}

async function mountOf({ site, isFolder }: Surroundings): Promise<Mount> {
  if (site.generator === 'sveltekit') {
    return { service: 'src/lib/ask.js', routes: [SVELTEKIT_ROUTE], rivals: ['src/routes/api/ask/+server'] }
  }
  if (site.generator === 'nuxt') {
    const rivals = ['server/api/ask', 'server/api/ask/index', 'server/api/ask.post', 'server/routes/api/ask']
    return { service: 'ask.js', routes: NUXT_ROUTES, rivals }
  }
  const root = (await isFolder('src/app')) || (await isFolder('src/pages')) ? 'src/' : ''
  const rivals = ['app/api/ask/route', 'pages/api/ask', 'pages/api/ask/index'].map((path) => root + path)
  return { service: `${root}ask.js`, routes: [{ ...NEXT_ROUTE, path: root + NEXT_ROUTE.path }], rivals }
}

type ReadText = Surroundings['readText']

/** Path of the first of these files that is there, whatever its ending. */
async function firstOf(paths: readonly string[], readText: ReadText): Promise<string | null> {
  for (const path of paths) {
    const found = await findVariant(`${path}.js`, readText)
    if (found !== null) return found.path
  }
  return null
}

/** A file, whichever of the endings it has. */
async function findVariant(path: string, readText: ReadText): Promise<MountFile | null> {
  for (const ending of ENDINGS) {
    const variant = path.replace(/js$/, ending)
    const text = await readText(variant)
    if (text !== null) return { path: variant, text }
  }
  return null
}

function isSame(found: string, text: string): boolean {
  return found.replaceAll('\r\n', '\n').trim() === text.trim()
}
