/**
 * A site on Next, SvelteKit or Nuxt -> the plan: the module that makes the
 * service, and the route that hands requests to it.
 */
import { type MountFile, NEXT_ROUTE, NUXT_ROUTES, serviceModule, SVELTEKIT_ROUTE } from './mounts.ts'
import { type Change, contentNotes, DEFAULT_CONTENT, devCommand, EMPTY_PLAN } from './plan.ts'
import { installSteps, overlayNote, PACKAGE } from './plan.ts'
import type { Plan, Surroundings } from './plan.ts'

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
  const { service, routes, rivals } = mount
  const dev = devCommand(site, site.generator === 'sveltekit' ? 'vite dev' : `${site.generator} dev`)
  const steps = [...installSteps(site), { command: dev, remark: `search is at ${site.base}api/ask` }]
  const notes = [...contentNotes(site, service), overlayNote(site)]
  const plan: Plan = { ...EMPTY_PLAN, steps, notes }
  const known = await readText(service)
  const foreign = known === null || known.includes(PACKAGE) ? null : service
  const inTheWay = (await firstOf(rivals, readText)) ?? foreign
  if (inTheWay === null) return { ...plan, ...(await filesOf(mount, surroundings, known)) }
  const advice = 'Move it, or mount the service at another path: its route is'
  const task = `${inTheWay} is in the way, and stays as it is. ${advice}`
  return { ...plan, isStuck: true, handEdits: [{ task, lines: routes[0]!.text.trimEnd().split('\n') }] }
}

/** What is missing of the files; a route that differs is the owner's, and gets no service beside it. */
async function filesOf(
  { service, routes }: Mount,
  { site, readText }: Surroundings,
  known: string | null,
): Promise<Pick<Plan, 'changes' | 'present'>> {
  const changes: Change[] = []
  const present: string[] = []
  let isOwners = false
  for (const { path, text } of routes) {
    const found = await findVariant(path, readText)
    if (found === null) changes.push({ path, before: null, after: text })
    else if (isSame(found.text, text)) present.push(`${found.path} is there`)
    else {
      isOwners = true
      present.push(`${found.path} is there, is not as it would be written, and stays`)
    }
  }
  if (known !== null) return { changes, present: [`${service} makes the service`, ...present] }
  const after = serviceModule({ content: site.contentFolder ?? DEFAULT_CONTENT, base: site.base })
  return { changes: isOwners ? [] : [{ path: service, before: null, after }, ...changes], present }
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
