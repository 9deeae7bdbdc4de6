/**
 * A process that writes three lines of 700 bytes to the question log at a path, on a day, one after the other, and prints
 * what the log says.
 */
import { stat } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { dailyNames, openQuestionLog } from '../../src/core/node/files/question-log.ts'

const [path = '', date = ''] = process.argv.slice(2)
const said: string[] = []
const questions = await openQuestionLog(path, { now: () => Date.parse(date), log: (line) => said.push(line) })

async function write(isDone: () => Promise<boolean>): Promise<void> {
  questions.write('x'.repeat(700))
  while (!(await isDone())) await setImmediate()
}

process.on('SIGXFSZ', () => undefined)
await write(async () => (await stat(dailyNames(path).fileOf(date))).size > 0)
await write(async () => said.length > 0)
questions.write('x'.repeat(700))
await questions.close()
process.stdout.write(said.join('\n'))
