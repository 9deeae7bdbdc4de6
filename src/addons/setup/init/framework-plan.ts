/**
 * A site on Next, SvelteKit or Nuxt -> its plan: the module of the service, and the route that calls it. The files are
 * those of docs/mounting.md.
 */
import type { SourceFile } from '../../../core/content.ts'
import {
  DEFAULT_CONTENT, devCommand, type Plan, type PlanContext, planFiles, serviceModule, serviceNotes, serviceSteps,
  sourceText,
} from './plan.ts'

/** The files that mount the service in a framework. */
interface Mount {
  /** Path of the service's module. */
  readonly service: string
  readonly routes: readonly SourceFile[]
  /** Folders of routes at the same path. */
  readonly folders: readonly string[]
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
  folders: ['app/api/ask', 'pages/api/ask'],
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
  folders: ['src/routes/api/ask'],
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
  folders: ['server/api/ask', 'server/routes/api/ask'],
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
    ...(await planFiles(context, files, mount.folders.map(place))),
    steps: [...(await serviceSteps(context)), { command: dev, comment: `search is at ${base}api/ask` }],
    notes: serviceNotes(site, place(mount.service)),
  }
}
