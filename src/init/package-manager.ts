/** Package managers -> the commands that their users type. */

/** A supported package manager. */
export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun'

interface Commands {
  readonly install: string
  readonly run: string
  readonly execute: string
}

const COMMANDS: Readonly<Record<PackageManager, Commands>> = {
  npm: { install: 'npm install', run: 'npm run', execute: 'npx' },
  pnpm: { install: 'pnpm add', run: 'pnpm run', execute: 'pnpm exec' },
  yarn: { install: 'yarn add', run: 'yarn run', execute: 'yarn run' },
  bun: { install: 'bun add', run: 'bun run', execute: 'bunx' },
}

/** The command that adds a packed file to a project, or to the root of a workspace. */
export function installCommand(manager: PackageManager, file: string, isWorkspace: boolean): string {
  const root = isWorkspace && manager === 'pnpm' ? '-w ' : ''
  return `${COMMANDS[manager].install} ${root}${file}`
}

/** The command that runs a script of a package.json. */
export function runCommand(manager: PackageManager, script: string): string {
  return `${COMMANDS[manager].run} ${script}`
}

/** The command that runs a program of an installed package. */
export function executeCommand(manager: PackageManager, program: string): string {
  return `${COMMANDS[manager].execute} ${program}`
}
