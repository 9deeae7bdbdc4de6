/** An Io whose output goes to a log: lines printed for people become records. */
import { foldSpace } from '../../base/fold-space.ts'
import type { JsonLog } from '../../node/metrics/request-log.ts'
import type { Io, Output } from './io.ts'

/** The same Io, with stdout as messages and stderr as warnings of the log. Lines are complete when they are written. */
export function withLog(io: Io, log: Pick<JsonLog, 'info' | 'warn'>): Io {
  return { ...io, stdout: lineOutput(io.stdout, log.info), stderr: lineOutput(io.stderr, log.warn) }
}

function lineOutput(output: Output, take: (line: string) => void): Output {
  const write = (text: string) => {
    for (const line of text.split('\n')) if (line.trim() !== '') take(foldSpace(line))
  }
  return { write, isTerminal: false, columns: output.columns }
}
