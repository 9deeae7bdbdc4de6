/** `ask serve` in this process. */
import assert from 'node:assert/strict'
import { main } from '../../src/cli/main.ts'
import type { Io } from '../../src/cli/terminal/io.ts'
import { type FakeIo, fakeIo } from './io.ts'
import { until } from './until.ts'

/** Serves on any free port until `use` is done, which gets the address of the first page; the exit code must be 0. */
export async function whileServing(
  argv: readonly string[],
  use: (address: string, written: FakeIo['written']) => Promise<void>,
  given: Partial<Io> = {},
): Promise<FakeIo['written']> {
  let stop = () => {}
  const stopped = new Promise<void>((resolve) => (stop = resolve))
  const io = fakeIo({ stopSignal: () => stopped, ...given })
  const done = main(['serve', '--port', '0', ...argv], io)
  const opened = () => /\bOpen (http:[^\s"]+)/.exec(io.written.out)?.[1]
  await Promise.race([until(() => opened() !== undefined), done.then(() => assert.fail(io.written.err))])
  try {
    await use(opened() ?? '', io.written)
  } finally {
    stop()
    assert.equal(await done, 0)
  }
  return io.written
}
