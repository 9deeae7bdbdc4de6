/**
 * A site on Next, SvelteKit or Nuxt -> its plan: the module of the service, and the route that calls it. The files are
 * those of docs/mounting.md.
 */
import {
  type Change, devCommand, EMPTY_PLAN, type Plan, type PlanContext, planService, type ServiceFile, serviceNotes,
  serviceSteps, sourceText,
} from './plan.ts'

/** Extensions of a file that may exist instead of the one in JavaScript. */
const EXTENSIONS = ['js', 'ts', 'mjs', 'mts', 'jsx', 'tsx']

/** A file of the project. */
interface File {
  readonly path: string
  readonly text: string
}

/** The files that mount the service in a framework. */
interface Mount {
  /** Path of the service's module. */
  readonly service: string
  readonly routes: readonly File[]
  /** Files that would serve the same paths, without extensions. */
  readonly conflicts: readonly string[]
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
  conflicts: ['app/api/ask/route', 'pages/api/ask', 'pages/api/ask/index'],
}

/** SvelteKit. */
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
  conflicts: ['src/routes/api/ask/+server'],
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
  conflicts: ['server/api/ask', 'server/api/ask/index', 'server/api/ask.post', 'server/routes/api/ask'],
}

/** The plan for a framework that has route files. */
export async function planFramework(context: PlanContext): Promise<Plan> {
  const { site, readText } = context
  const mount = await mountOf(context)
  const service = await planService(context, mount.service)
  const routes = mount.routes.map(({ path, text }) => ({ path, text: importService(text, service) }))
  const dev = devCommand(site, site.generator === 'sveltekit' ? 'vite dev' : `${site.generator} dev`)
  const plan: Plan = {
    ...EMPTY_PLAN,
    steps: [...(await serviceSteps(context)), { command: dev, comment: `search is at ${site.base}api/ask` }],
    notes: serviceNotes(site, service.path),
  }
  const newService = service.newText === null ? [] : [{ path: service.path, text: service.newText }]
  const conflict = await firstExisting(mount.conflicts, readText)
  if (conflict !== null) {
    const manualSteps = stepsBeside(conflict, [...newService, ...routes])
    return { ...plan, present: service.notes, isBlocked: true, manualSteps }
  }
  const { missing, present, isOwners } = await findRoutes(routes, readText)
  // Without its route the service would be of no use.
  const written = isOwners && newService.length > 0 ? [] : [...newService, ...missing]
  const isLeftOut = newService.length > 0 && written.length === 0
  return { ...plan, changes: written.map(asChange), present: [...(isLeftOut ? [] : service.notes), ...present] }
}

async function mountOf({ site, isFolder }: PlanContext): Promise<Mount> {
  if (site.generator === 'sveltekit') return SVELTEKIT
  if (site.generator === 'nuxt') return NUXT
  const isInSource = (await isFolder('src/app')) || (await isFolder('src/pages'))
  if (!isInSource) return NEXT
  return {
    service: `src/${NEXT.service}`,
    routes: NEXT.routes.map(({ path, text }) => ({ path: `src/${path}`, text })),
    conflicts: NEXT.conflicts.map((path) => `src/${path}`),
  }
}

/** A route with the right path of the service's module. */
function importService(route: string, { path, ownersFile }: ServiceFile): string {
  const specifierEnd = (file: string) => `/${file.slice(file.lastIndexOf('/') + 1)}'`
  return ownersFile === null ? route : route.replace(specifierEnd(ownersFile), specifierEnd(path))
}

/** The files for the owner to write, when another file serves the same path. */
function stepsBeside(conflict: string, files: readonly File[]): Plan['manualSteps'] {
  const remedy = 'Move it, or mount the service at another path.'
  const reason = `${conflict} serves the same path, and is not changed. ${remedy} `
  return files.map(({ path, text }, number) => ({
    instruction: `${number === 0 ? reason : ''}${path} would be`,
    lines: text.trimEnd().split('\n'),
  }))
}

/** The routes that are missing, and a note about each of the others; one that differs is the owner's. */
async function findRoutes(
  routes: readonly File[],
  readText: ReadText,
): Promise<{ readonly missing: readonly File[]; readonly present: readonly string[]; readonly isOwners: boolean }> {
  const missing: File[] = []
  const present: string[] = []
  let isOwners = false
  for (const route of routes) {
    const existing = await findVariant(route.path, readText)
    if (existing === null) {
      missing.push(route)
      continue
    }
    const isSame = existing.text.replaceAll('\r\n', '\n').trim() === route.text.trim()
    isOwners ||= !isSame
    const difference = isSame ? '' : ', differs from the file to write, and is not changed'
    present.push(`${existing.path} exists${difference}`)
  }
  return { missing, present, isOwners }
}

function asChange({ path, text }: File): Change {
  return { path, before: null, after: text }
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
async function findVariant(path: string, readText: ReadText): Promise<File | null> {
  for (const extension of EXTENSIONS) {
    const variant = path.replace(/js$/, extension)
    const text = await readText(variant)
    if (text !== null) return { path: variant, text }
  }
  return null
}
