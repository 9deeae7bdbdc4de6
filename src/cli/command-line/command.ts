/**
 * What a command of the command line is.
 */
import type { Arguments, Syntax } from './arguments.ts'
import type { Io } from '../terminal/io.ts'

export interface Command extends Syntax {
  /** One line for the list of commands. */
  readonly summary: string
  /** What else a reader of its help should know. */
  readonly details?: string
  /** A command line that works, and what it shows. */
  readonly example: string
  /** Ends with the exit code. */
  readonly run: (args: Arguments, io: Io) => Promise<number>
}
