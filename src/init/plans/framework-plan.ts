/** A site on Next, SvelteKit or Nuxt -> its plan: the module of the service, and the route that calls it. */
import { type MountFile, NEXT_ROUTE, NUXT_ROUTES, serviceModule, SVELTEKIT_ROUTE } from './mounts.ts'
import { contentNotes, DEFAULT_CONTENT, devCommand, EMPTY_PLAN, graphSteps, installSteps, overlayNote } from './plan.ts'
import type { Change, ManualStep, Plan, PlanContext } from './plan.ts'
import { chooseServiceFile, type ServiceFile, serviceNotes } from './service-file.ts'

/** Extensions of a file that may exist instead of the one in JavaScript. */
const EXTENSIONS = ['js', 'ts', 'mjs', 'mts', 'jsx', 'tsx']

/** The files that mount the service in a framework. */
interface FrameworkMount {
  /** Path of the service's module. */
  readonly service: string
  readonly routes: readonly MountFile[]
  /** Files that would serve the same paths, without extensions. */
  readonly conflicts: readonly string[]
}

/** The plan for a framework that has route files. */
export async function planFramework(context: PlanContext): Promise<Plan> {
  const { site, readText } = context
  const mount = await frameworkMount(context)
  const file = await chooseServiceFile(mount.service, readText)
  const routes = mount.routes.map(({ path, text }) => ({ path, text: importService(text, file) }))
  const dev = devCommand(site, site.generator === 'sveltekit' ? 'vite dev' : `${site.generator} dev`)
  const devStep = { command: dev, comment: `search is at ${site.base}api/ask` }
  const steps = [...(await installSteps(context)), ...(await graphSteps(context)), devStep]
  const notes = [...contentNotes(site, file.path), overlayNote(site)]
  const plan: Plan = { ...EMPTY_PLAN, steps, notes }
  const text = serviceModule({ content: site.contentFolder ?? DEFAULT_CONTENT, base: site.base })
  const service = file.existingText === null ? [{ path: file.path, text }] : []
  const conflict = await firstExisting(mount.conflicts, readText)
  const present = serviceNotes(file)
  if (conflict !== null) {
    return { ...plan, present, isBlocked: true, manualSteps: manualSteps(conflict, [...service, ...routes]) }
  }
  const { changes, present: presentRoutes } = await compareFiles(service, routes, readText)
  const isServiceOmitted = file.existingText === null && changes.length === 0
  return { ...plan, changes, present: [...(isServiceOmitted ? [] : present), ...presentRoutes] }
}

/** The files for the owner to write, when another file serves the same path. */
function manualSteps(conflict: string, files: readonly MountFile[]): ManualStep[] {
  const remedy = 'Move it, or mount the service at another path.'
  const reason = `${conflict} serves the same path, and is not changed. ${remedy} `
  return files.map(({ path, text }, number) => ({
    instruction: `${number === 0 ? reason : ''}${path} would be`,
    lines: text.trimEnd().split('\n'),
  }))
}

/** A route with the right path of the service's module. */
function importService(route: string, { path, ownersFile }: ServiceFile): string {
  const specifierEnd = (file: string) => `/${file.slice(file.lastIndexOf('/') + 1)}'`
  return ownersFile === null ? route : route.replace(specifierEnd(ownersFile), specifierEnd(path))
}

/** Missing files as changes. A route that differs is the owner's: then no service is written. */
async function compareFiles(
  service: readonly MountFile[],
  routes: readonly MountFile[],
  readText: ReadText,
): Promise<{ readonly changes: readonly Change[]; readonly present: readonly string[] }> {
  const missing: MountFile[] = []
  const present: string[] = []
  let isOwnersRoute = false
  for (const route of routes) {
    const existing = await findVariant(route.path, readText)
    if (existing === null) missing.push(route)
    else if (isSame(existing.text, route.text)) present.push(`${existing.path} exists`)
    else {
      isOwnersRoute = true
      present.push(`${existing.path} exists, differs from the file to write, and is not changed`)
    }
  }
  const files = service.length === 0 ? missing : isOwnersRoute ? [] : [...service, ...missing]
  return { changes: files.map(({ path, text }) => ({ path, before: null, after: text })), present }
}

async function frameworkMount({ site, isFolder }: PlanContext): Promise<FrameworkMount> {
  if (site.generator === 'sveltekit') {
    return { service: 'src/lib/ask.js', routes: [SVELTEKIT_ROUTE], conflicts: ['src/routes/api/ask/+server'] }
  }
  if (site.generator === 'nuxt') {
    const conflicts = ['server/api/ask', 'server/api/ask/index', 'server/api/ask.post', 'server/routes/api/ask']
    return { service: 'ask.js', routes: NUXT_ROUTES, conflicts }
  }
  const root = (await isFolder('src/app')) || (await isFolder('src/pages')) ? 'src/' : ''
  const conflicts = ['app/api/ask/route', 'pages/api/ask', 'pages/api/ask/index'].map((path) => root + path)
  return { service: `${root}ask.js`, routes: [{ ...NEXT_ROUTE, path: root + NEXT_ROUTE.path }], conflicts }
}

type ReadText = PlanContext['readText']

/** Path of the first of these files that exists, with any of the extensions. */
async function firstExisting(paths: readonly string[], readText: ReadText): Promise<string | null> {
  for (const path of paths) {
    const existing = await findVariant(`${path}.js`, readText)
    if (existing !== null) return existing.path
  }
  return null
}

/** A file with any of the extensions. */
async function findVariant(path: string, readText: ReadText): Promise<MountFile | null> {
  for (const extension of EXTENSIONS) {
    const variant = path.replace(/js$/, extension)
    const text = await readText(variant)
    if (text !== null) return { path: variant, text }
  }
  return null
}

function isSame(existing: string, text: string): boolean {
  return existing.replaceAll('\r\n', '\n').trim() === text.trim()
}
