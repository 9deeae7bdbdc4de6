/**
 * All commands, in the order in which the help lists them. Each is loaded when
 * it is asked for: together they are the whole program, and an agent waits for
 * `ask mcp` to start.
 */
import type { Command } from './command.ts'

/** A command before it is loaded. */
export interface CommandEntry {
  /** Name of the command. */
  readonly name: string
  readonly load: () => Promise<Command>
}

/** The table of commands. */
export const COMMANDS: readonly CommandEntry[] = [
  { name: 'serve', load: async () => (await import('./serve.ts')).serveCommand },
  { name: 'search', load: async () => (await import('./search.ts')).searchCommand },
  { name: 'answer', load: async () => (await import('./answer.ts')).answerCommand },
  { name: 'glossary', load: async () => (await import('./glossary.ts')).glossaryCommand },
  { name: 'sections', load: async () => (await import('./sections.ts')).sectionsCommand },
  { name: 'section', load: async () => (await import('./section.ts')).sectionCommand },
  { name: 'overview', load: async () => (await import('./overview.ts')).overviewCommand },
  { name: 'eval', load: async () => (await import('./eval.ts')).evalCommand },
  { name: 'init', load: async () => (await import('./init.ts')).initCommand },
  { name: 'doctor', load: async () => (await import('./doctor.ts')).doctorCommand },
  { name: 'mcp', load: async () => (await import('./mcp.ts')).mcpCommand },
  { name: 'kg build', load: async () => (await import('./kg-build.ts')).kgBuildCommand },
  { name: 'kg check', load: async () => (await import('./kg-check.ts')).kgCheckCommand },
  { name: 'kg diff', load: async () => (await import('./kg-diff.ts')).kgDiffCommand },
  { name: 'kg show', load: async () => (await import('./kg-show.ts')).kgShowCommand },
  { name: 'index build', load: async () => (await import('./index-build.ts')).indexBuildCommand },
]
