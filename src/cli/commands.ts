/**
 * All commands, in the order of the help. Each is loaded when it is called:
 * together they are the whole program, and an agent waits for `ask mcp` to start.
 */
import { type AddonName, findAddon, loadAddon } from './addon.ts'
import type { Command } from './command-line/command.ts'

/** A command before it is loaded. */
export interface CommandEntry {
  /** Name of the command. */
  readonly name: string
  /** The add-on that it belongs to; absent for a command that every copy has. */
  readonly addon?: AddonName
  readonly load: () => Promise<Command>
}

/** Loads a command. Throws `AskError('configuration')` for one of an add-on that this copy lacks. */
export function loadCommand({ addon, load }: CommandEntry): Promise<Command> {
  return addon === undefined ? load() : loadAddon(addon, load)
}

/** Loads commands for the help, without those of add-ons that this copy lacks. */
export async function loadAll(entries: readonly CommandEntry[]): Promise<readonly Command[]> {
  const loaded = await Promise.all(entries.map(({ addon, load }) => (addon === undefined ? load() : findAddon(load))))
  return loaded.filter((command) => command !== null)
}

/** The table of commands. */
export const COMMANDS: readonly CommandEntry[] = [
  { name: 'serve', load: async () => (await import('./commands/serve/serve.ts')).serveCommand },
  { name: 'search', load: async () => (await import('./commands/search.ts')).searchCommand },
  { name: 'answer', load: async () => (await import('./commands/answer.ts')).answerCommand },
  { name: 'glossary', load: async () => (await import('./commands/reads.ts')).glossaryCommand },
  { name: 'sections', load: async () => (await import('./commands/reads.ts')).sectionsCommand },
  { name: 'section', load: async () => (await import('./commands/reads.ts')).sectionCommand },
  { name: 'overview', load: async () => (await import('./commands/reads.ts')).overviewCommand },
  { name: 'eval', load: async () => (await import('./commands/eval.ts')).evalCommand },
  { name: 'report', addon: 'report', load: async () => (await import('./addons/report/report.ts')).reportCommand },
  { name: 'init', addon: 'setup', load: async () => (await import('./addons/setup/init.ts')).initCommand },
  { name: 'doctor', addon: 'setup', load: async () => (await import('./addons/setup/doctor.ts')).doctorCommand },
  { name: 'export', addon: 'agents', load: async () => (await import('./addons/agents/export.ts')).exportCommand },
  { name: 'agents', addon: 'agents', load: async () => (await import('./addons/agents/agents.ts')).agentsCommand },
  { name: 'mcp', load: async () => (await import('./commands/mcp.ts')).mcpCommand },
  {
    name: 'mcp install',
    addon: 'setup',
    load: async () => (await import('./addons/setup/mcp-install.ts')).mcpInstallCommand,
  },
  { name: 'kg build', load: async () => (await import('./commands/kg/kg-build.ts')).kgBuildCommand },
  { name: 'kg check', load: async () => (await import('./commands/kg/kg-show.ts')).kgCheckCommand },
  { name: 'kg diff', load: async () => (await import('./commands/kg/kg-show.ts')).kgDiffCommand },
  { name: 'kg queries', load: async () => (await import('./commands/kg/kg-queries.ts')).kgQueriesCommand },
  { name: 'kg show', load: async () => (await import('./commands/kg/kg-show.ts')).kgShowCommand },
  { name: 'index build', load: async () => (await import('./commands/kg/index-build.ts')).indexBuildCommand },
  {
    name: 'index push',
    addon: 'store',
    load: async () => (await import('./addons/store/index-push.ts')).indexPushCommand,
  },
  {
    name: 'index check',
    addon: 'store',
    load: async () => (await import('./addons/store/index-push.ts')).indexCheckCommand,
  },
  { name: 'static', addon: 'static', load: async () => (await import('./addons/static/static.ts')).staticCommand },
]
