/** Named pipes for tests of what opens files. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Makes a pipe that nobody reads or writes. */
export async function makePipe(path: string): Promise<void> {
  await promisify(execFile)('mkfifo', [path])
}
