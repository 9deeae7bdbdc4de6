/**
 * A site for a static host -> its plan: a command at the end of the build that writes the search as files and adds the
 * dialog to the built pages.
 */
import { appendToScript } from '../config/package-json-edit.ts'
import { GENERATORS, type GeneratorName } from '../generators.ts'
import { runCommand } from '../package-manager.ts'
import type { RecognizedSite } from '../recognized-site.ts'
import { askCommand, EMPTY_PLAN, installSteps, type ManualStep, type Plan, type PlanContext } from './plan.ts'
import { shellArgument, type Step } from './plan.ts'

/** The command in a script that has been written. */
const STATIC = /\bask(?:-service)? static\b/
/** The usual names of the script. */
const BUILD_SCRIPTS = ['docs:build', 'build']
/** Subcommands of programs that build without one, and flags: such a command builds no pages, or continues. */
const OTHER_COMMAND = '(?!\\s+(?:config|env|gen|list|mod|new|server?|version)\\b)'
const GOES_ON = /\s(?:--serve|--watch|-w)(?=\s|$)/
/** Characters that make another end of a script than its last command. */
const NOT_PLAIN = /[|;#\n\\]|(?<!&)&(?!&)/

/** Places for the overlay's tag in the sources, for owners who put it there themselves. */
const TAG_PLACES: Partial<Record<GeneratorName, string>> = {
  vitepress: 'the slot `layout-bottom` of a layout in .vitepress/theme',
  docusaurus: 'src/theme/Root.js',
  mkdocs: 'the block `scripts` of overrides/main.html',
  hugo: 'layouts/_default/baseof.html, before </body>',
  eleventy: 'your base layout, before </body>',
  jekyll: '_layouts/default.html, before </body>',
  mdbook: 'theme/index.hbs, before </body>',
  sphinx: 'the block `footer` of _templates/layout.html',
}

/** The script that builds the pages. */
interface BuildScript {
  readonly name: string
  readonly text: string
}

/** The plan for a site that a generator builds. */
export async function planStatic(context: PlanContext): Promise<Plan> {
  const { site, readText } = context
  const { manifest, packageManager, base } = site
  const folder = site.outputFolder ?? '.'
  const baseFlag = base === '/' ? '' : ` --base ${shellArgument(base)}`
  const args = `static ${shellArgument(folder)}${baseFlag} --inject`
  const [script, ...others] = buildScripts(site)
  const before = script === undefined ? null : await readText('package.json')
  const open = `http://127.0.0.1:8787${base}`
  const serve = askCommand(site, `serve ${shellArgument(folder)}${baseFlag}`)
  const install = manifest === null ? [] : await installSteps(context)
  if (script === undefined || before === null) {
    const build = site.buildCommand === null ? [] : [site.buildCommand]
    const step: Step = { command: [...build, askCommand(site, args), serve].join(' && '), comment: `then open ${open}` }
    return { ...EMPTY_PLAN, steps: [...install, step], notes: notesOf(site, folder) }
  }
  const command = `ask ${args}`
  const isPresent = STATIC.test(script.text)
  const isPlain = !NOT_PLAIN.test(script.text)
  const after = isPlain ? appendToScript(before, script.name, command) : before
  const change = { path: 'package.json', before, after }
  const manualStep: ManualStep = {
    instruction:
      `The script \`${script.name}\` in package.json is unchanged, because it is more than a list of commands. ` +
      'Let it end with',
    lines: [`&& ${command}`],
  }
  const alike = others.filter(({ text }) => !STATIC.test(text)).map(({ name }) => `\`${name}\``)
  const them = alike.length === 1 ? 'it' : 'them'
  const alikeNote = `Let ${alike.join(' and ')} end like \`${script.name}\`, if your host runs ${them}.`
  const step: Step = { command: `${runCommand(packageManager, script.name)} && ${serve}`, comment: `then open ${open}` }
  return {
    ...EMPTY_PLAN,
    changes: !isPresent && isPlain ? [change] : [],
    present: isPresent ? [`the script ${script.name} in package.json: ${script.text}`] : [],
    manualSteps: isPresent || isPlain ? [] : [manualStep],
    steps: [...install, step],
    notes: [
      ...(alike.length === 0 ? [] : [alikeNote]),
      ...notesOf(site, folder),
    ],
  }
}

/** The scripts that run the generator's build, the most usual first; else the script that is named `build`. */
function buildScripts({ generator, manifest, configFile }: RecognizedSite): BuildScript[] {
  const { build = null, isNode = false } = GENERATORS.find(({ name }) => name === generator) ?? {}
  const [program = '', subcommand] = build?.split(' ') ?? []
  const words = subcommand === 'build' ? `${program}\\s+build` : program + OTHER_COMMAND
  const command = new RegExp(`(?:^|[\\s/])${words}(?=[\\s;&|]|$)`)
  const scripts = [...(manifest?.scripts ?? [])].map(([name, text]) => ({ name, text }))
  const isUsual = ({ name }: BuildScript) => BUILD_SCRIPTS.includes(name)
  const building = scripts.filter(({ text }) => command.test(text) && !GOES_ON.test(text))
  // The script `build` of a package that has its site in a folder builds the package.
  const fallbacks = configFile?.startsWith('docs/') ? BUILD_SCRIPTS.slice(0, 1) : BUILD_SCRIPTS
  if (building.length === 0 && isNode) return scripts.filter(({ name }) => fallbacks.includes(name)).slice(0, 1)
  return [...building.filter(isUsual), ...building.filter((script) => !isUsual(script))]
}

function notesOf({ generator, base }: RecognizedSite, folder: string): string[] {
  const place = TAG_PLACES[generator]
  const script = `<script type="module" src="${base}_ask/overlay.js"></script>`
  const tag = `${script}<ask-overlay index="${base}_ask/"></ask-overlay>`
  const byHand = `To do that yourself leave it out, and put this into ${place}: ${tag}`
  return [
    `The search is files in ${folder}/_ask, which any static host serves. ` +
      'If your host has its own build command, end it in the same way.',
    ...(place === undefined ? [] : [`--inject adds the dialog to the built pages. ${byHand}`]),
  ]
}
