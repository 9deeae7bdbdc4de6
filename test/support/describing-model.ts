/** A model that describes sections as a graph build asks it to, and fails where a test wants it to. */
import { AskError } from '../../src/core/base/errors.ts'
import { type Finish, type ModelRequest, NO_USAGE } from '../../src/core/llm/model.ts'
import { createScriptedModel } from './scripted-model.ts'

/** What it says to one request: text and why it ended; or the error it fails with. */
export type Said = { readonly text: string; readonly finish?: Finish } | AskError

interface Asked {
  readonly n: number
  readonly title: string
  readonly heading?: string
  readonly text: string
}

/** A model with the requests it got. `say` sees the request and its number, from 0; null leaves it to the good reply. */
export function describingModel(say: (request: ModelRequest, turn: number) => Said | null = () => null) {
  const model = createScriptedModel((request, number) => {
    const said = say(request, number - 1) ?? { text: goodReply(request) }
    if (said instanceof AskError) return [{ fail: said }]
    // One turn of the event loop, as any network takes, so that requests overlap.
    const overlap = { until: new Promise((resolve) => setImmediate(resolve)) }
    return [overlap, ...(said.text.match(/[^]{1,50}/g) ?? []), { finish: said.finish ?? 'stop', usage: { ...NO_USAGE, input: 100, output: 10 } }]
  })
  return { model: { ...model, name: 'm-1' }, requests: model.asked }
}

/** What a good model says to the body of a Chat Completions request. */
export function goodChatReply(body: string): string {
  const { messages }: { readonly messages: readonly { readonly role: string; readonly content: string }[] } = JSON.parse(body)
  const question = messages.find(({ role }) => role === 'user')!.content
  return goodReply({ system: '', messages: [{ role: 'user', text: question }], tools: [], mayCall: false, noteWithoutTools: '', maxOutputTokens: 1 })
}

/** The sections that a request asks about; empty for the question about the site. */
export function askedSections({ messages }: ModelRequest): readonly Asked[] {
  const [first] = messages
  const asked: { readonly sections?: readonly Asked[] } = first?.role === 'user' ? JSON.parse(first.text) : {}
  return asked.sections ?? []
}

/** What a good model says. */
export function goodReply(request: ModelRequest): string {
  const asked = askedSections(request)
  if (asked.length === 0) return JSON.stringify({ context: 'A site about things.', suggestions: ['What is a thing?'] })
  return JSON.stringify({ sections: asked.map(goodEntry) })
}

/** What a good model says of one section. */
export function goodEntry({ n, title, heading }: Asked) {
  return { n, summary: `Written about ${heading ?? title}.`, terms: [title], mode: 'agent-primary', definitions: [] }
}
