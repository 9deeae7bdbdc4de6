/**
 * All commands, in the order of the help. Each is loaded when it is called:
 * together they are the whole program, and an agent waits for `ask mcp` to start.
 */
import type { Command } from './command-line/command.ts'

/** A command before it is loaded. */
export interface CommandEntry {
  /** Name of the command. */
  readonly name: string
  readonly load: () => Promise<Command>
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
  { name: 'report', load: async () => (await import('./report/report.ts')).reportCommand },
  { name: 'init', load: async () => (await import('./commands/init.ts')).initCommand },
  { name: 'doctor', load: async () => (await import('./commands/doctor.ts')).doctorCommand },
  { name: 'export', load: async () => (await import('./commands/export.ts')).exportCommand },
  { name: 'agents', load: async () => (await import('./commands/agents.ts')).agentsCommand },
  { name: 'mcp', load: async () => (await import('./commands/mcp.ts')).mcpCommand },
  { name: 'mcp install', load: async () => (await import('./commands/mcp-install.ts')).mcpInstallCommand },
  { name: 'kg build', load: async () => (await import('./commands/kg/kg-build.ts')).kgBuildCommand },
  { name: 'kg check', load: async () => (await import('./commands/kg/kg-show.ts')).kgCheckCommand },
  { name: 'kg diff', load: async () => (await import('./commands/kg/kg-show.ts')).kgDiffCommand },
  { name: 'kg show', load: async () => (await import('./commands/kg/kg-show.ts')).kgShowCommand },
  { name: 'index build', load: async () => (await import('./commands/kg/index-build.ts')).indexBuildCommand },
  { name: 'index push', load: async () => (await import('./commands/index-push.ts')).indexPushCommand },
  { name: 'index check', load: async () => (await import('./commands/index-push.ts')).indexCheckCommand },
  { name: 'static', load: async () => (await import('./commands/static.ts')).staticCommand },
]
