/** `ask serve --demo`: the docs of this package, with answers from a record in the place of a model. */
import { join } from 'node:path'
import { createRecordedFetch, decodeRecording } from '../../../addons/demo/recorded-model.ts'
import { AskError } from '../../../core/base/errors.ts'
import type { Arguments } from '../../command-line/arguments.ts'
import { FLAGS } from '../../command-line/flags.ts'
import { PACKAGE_FOLDER } from '../../package-copy.ts'
import type { Io } from '../../terminal/io.ts'

/** Stands above every page. */
const TITLE = 'ask: a demonstration with recorded answers'
/** In the place of the owner's variables; events and routes name the model. Nothing is sent to the address. */
const ENVIRONMENT = {
  LLM_API_KEY: 'none', LLM_MODEL: 'recorded answers',
  LLM_BASE_URL: 'https://no-model.invalid/v1', LLM_PROTOCOL: 'chat',
}

/** The demonstration as arguments and surroundings of `ask serve`, with the questions to suggest: none that is refused. */
export async function demoOf(args: Arguments, io: Io) {
  if (args.positionals.length > 0) throw new AskError('usage', 'Give either a folder or --demo, not both')
  const record = await io.packageFile('docs/demo.json')
  if (record === null) {
    throw new AskError('content', 'This copy of ask has no docs: --demo needs the package or a checkout')
  }
  const recording = decodeRecording(record)
  const folder = join(PACKAGE_FOLDER, 'docs')
  const texts = new Map<string, string>([
    [FLAGS.siteTitle.name, TITLE],
    [FLAGS.kgPath.name, join(folder, '.service/kg.json')],
  ])
  const text: Arguments['text'] = (flag) => texts.get(flag.name) ?? args.text(flag)
  return {
    args: { ...args, positionals: [folder], settings: null, ofContent: {}, text },
    io: { ...io, env: ENVIRONMENT, fetch: createRecordedFetch(recording) },
    questions: recording.answers.flatMap(({ question, text }) => (text === null ? [] : [question])),
  }
}
