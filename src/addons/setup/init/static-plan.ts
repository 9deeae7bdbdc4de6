/**
 * A site for a static host -> its plan: a command at the end of the build that writes the search as files and adds the
 * dialog to the built pages. A plain folder of pages -> its plan: a script that serves them with search, or without a
 * package.json the command alone.
 */
import { shellArgument } from '../../../core/base.ts'
import { generatorNamed } from './generators.ts'
import { setScript } from './insertion.ts'
import {
  askCommand, BUILD_SCRIPTS, EMPTY_PLAN, installSteps, managerCommand, type Plan, type PlanContext, type RecognizedSite,
  type Step,
} from './plan.ts'

/** The command in a script that has been written. */
const STATIC = /\bask(?:-service)? static\b/
/** Subcommands of programs that build without one, and flags: such a command builds no pages, or continues. */
const OTHER_COMMAND = '(?!\\s+(?:config|env|gen|list|mod|new|server?|version)\\b)'
const GOES_ON = /\s(?:--serve|--watch|-w)(?=\s|$)/
/** Characters that make another end of a script than its last command. */
const NOT_PLAIN = /[|;#\n\\]|(?<!&)&(?!&)/

const SERVE_SCRIPT = 'ask'
const FOR_STATIC_HOSTS = 'For a host without a server `ask static` writes the search as files.'

interface BuildScript {
  readonly name: string
  readonly text: string
}

/** The plan for a site that a generator builds. */
export async function planStatic(context: PlanContext): Promise<Plan> {
  const { site, readText } = context
  const folder = site.outputFolder ?? '.'
  const write = `static ${shellArgument(folder)} --inject`
  const serve = askCommand(context, `serve ${shellArgument(folder)}`)
  const install = site.manifest === null ? [] : await installSteps(context)
  const script = buildScript(site)
  const before = script === undefined ? null : await readText('package.json')
  const isScript = script !== undefined && before !== null
  const commands = isScript
    ? [managerCommand(site.packageManager, 'run', script.name), serve]
    : [buildCommand(site), askCommand(context, write), serve]
  return {
    ...EMPTY_PLAN,
    ...(isScript && endScript(before, script, `ask ${write}`)),
    steps: [...install, { command: commands.join(' && '), comment: `then open http://127.0.0.1:8787${site.base}` }],
    notes: [
      `The search is files in ${folder}/_ask, which any static host serves. ` +
        'If your host has its own build command, end it in the same way. --inject adds the dialog to the built pages.',
    ],
  }
}

/** The part of a plan that lets a script of package.json end with a command. */
function endScript(before: string, { name, text }: BuildScript, command: string): Partial<Plan> {
  if (STATIC.test(text)) return { present: [`the script ${name} in package.json: ${text}`] }
  const isPlain = !NOT_PLAIN.test(text)
  const after = isPlain ? setScript(before, name, `${text} && ${command}`) : null
  if (after !== null) return { changes: [{ path: 'package.json', before, after }] }
  const why = isPlain ? 'other values of the file would change with it' : 'it is more than a list of commands'
  const instruction = `The script \`${name}\` in package.json is unchanged, because ${why}. Let it end with`
  return { manualSteps: [{ instruction, lines: [`&& ${command}`] }] }
}

/** The script that runs the generator's build, a usual one first; else the script that is named `build`. */
function buildScript({ generator, manifest, configFile }: RecognizedSite): BuildScript | undefined {
  const { isNode, build } = generatorNamed(generator)
  const [program = '', subcommand] = build?.split(' ') ?? []
  const words = subcommand === 'build' ? `${program}\\s+build` : program + OTHER_COMMAND
  const command = new RegExp(`(?:^|[\\s/])${words}(?=[\\s;&|]|$)`)
  const scripts = [...(manifest?.scripts ?? [])].map(([name, text]) => ({ name, text }))
  const building = scripts.filter(({ text }) => command.test(text) && !GOES_ON.test(text))
  // The script `build` of a package that has its site in a folder builds the package.
  const fallbacks = configFile?.startsWith('docs/') ? BUILD_SCRIPTS.slice(0, 1) : BUILD_SCRIPTS
  const [first] = building
  if (first !== undefined) return building.find(({ name }) => BUILD_SCRIPTS.includes(name)) ?? first
  return isNode ? scripts.find(({ name }) => fallbacks.includes(name)) : undefined
}

/** The script for documentation, which builds it in some way, else the generator's own command. */
function buildCommand({ generator, manifest, configFile, outputFolder, packageManager }: RecognizedSite): string {
  const { isNode, build, places } = generatorNamed(generator)
  const [script = ''] = BUILD_SCRIPTS
  if (manifest?.scripts.has(script) === true) return managerCommand(packageManager, 'run', script)
  const root = Object.keys(places).findLast((place) => configFile?.startsWith(`${place}/`)) ?? '.'
  const command = (build ?? '').replace('ROOT', root).replace('OUTPUT', outputFolder ?? '.').replace(/ \.$/, '')
  return isNode ? managerCommand(packageManager, 'execute', command) : command
}

/** The plan for a folder of Markdown or HTML. */
export async function planFolder(context: PlanContext): Promise<Plan> {
  const { site, readText } = context
  const args = `serve ${shellArgument(site.outputFolder ?? site.contentFolder ?? '.')}`
  const script = `ask ${args}`
  const manifest = site.manifest === null ? null : await readText('package.json')
  const existing = site.manifest?.scripts.get(SERVE_SCRIPT)
  const after = manifest === null || existing !== undefined ? null : setScript(manifest, SERVE_SCRIPT, script)
  const isOurs = after !== null || existing === script
  const command = isOurs ? managerCommand(site.packageManager, 'run', SERVE_SCRIPT) : askCommand(context, args)
  const serve: Step = { command, comment: `the site with search, at http://127.0.0.1:8787${site.base}` }
  const which = isOurs ? 'the script' : `another script ${SERVE_SCRIPT}, which stays`
  return {
    ...EMPTY_PLAN,
    changes: after === null ? [] : [{ path: 'package.json', before: manifest, after }],
    present: existing === undefined ? [] : [`package.json has ${which}: ${existing}`],
    steps: [...(manifest === null ? [] : await installSteps(context)), serve],
    notes: site.outputFolder === null ? [] : [FOR_STATIC_HOSTS],
  }
}
