/**
 * The model behind a site: what it does in each turn, by question, played by a server that speaks Chat Completions.
 * What stands between it and the browser (loop, search, grounding, budgets, event stream) is the real service.
 */
import { callTurn } from '../../support/answering-service.ts'
import { chatDelta, chatTurn } from '../../support/model-client.ts'
import { type ModelServer, modelServer, type Piece, type ReceivedRequest, type Scripted } from '../../support/model-server.ts'

/** One reply; it may cite sections by the numbers that the service gave them. */
export type ModelTurn = Scripted | ((numberOf: (id: string) => number) => Scripted)

/** What is asked -> the turns of its answer, in order. */
export type Conversations = Map<string, readonly ModelTurn[]>

/** Sections that `ANSWER` cites, in its order. */
export const CITED = ['getting-started#serve-a-folder', 'graph', 'command-line#ask-serve']

/** An answer with everything that answers have; sections stand in it by id. */
export const ANSWER = `Run \`ask serve\` with the folder you want, and open the address it prints [getting-started#serve-a-folder]. It needs **no key** for search; only answers do.

\`\`\`sh
npm install ask-service && npx ask serve ./docs --port 8080 --endpoint /api/ask --site-title "A title that is long enough to scroll"
\`\`\`

What it reads:

- Markdown and MDX, with
  1. frontmatter,
  2. anchors as your generator makes them;
- built HTML of any generator.

| Flag | Default | Meaning |
|---|---|---|
| \`--port\` | 8787 | where it listens |
| \`--kg-path\` | \`.service/kg.json\` | the [graph][graph], if there is one |

Every flag is in the [reference][command-line#ask-serve], *with an example*.
`

/** What the model looks for before it answers. */
export const LOOKS: Scripted = {
  body: [callTurn(['search', { query: 'serve a folder' }], ...CITED.map((id) => ['open', { id }] as const))],
}

/** The answer's own turn, in pieces that break words and marks, so many ms apart. */
export function says(text: string, { pause = 0, ending = 'end' as 'end' | 'cut' | 'stall' } = {}): ModelTurn {
  return (numberOf) => {
    const cited = text.replace(/\[([\w./-]+(?:#[\w-]+)?)\](?![([])/g, (whole, id: string) => (numberOf(id) > 0 ? `[${numberOf(id)}]` : whole))
    const body: Piece[] = [chatDelta('ANSWER:\n')]
    for (const piece of piecesOf(cited)) body.push(chatDelta(piece), ...(pause > 0 ? [pause] : []))
    return { ending, body: ending === 'end' ? [...body, chatTurn('')] : body }
  }
}

/** A whole answer: it looks, and says. */
export const answers = (text = ANSWER, options = {}): readonly ModelTurn[] => [LOOKS, says(text, options)]

/** The text in pieces that break words and marks. */
export function* piecesOf(text: string, length = 7): Generator<string> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length)
}

/** Holds turns until it is opened: from their start, or after a number of pieces. */
export interface Gate {
  readonly hold: (turn: ModelTurn, after?: number) => ModelTurn
  readonly open: () => void
}

/** A gate that is closed. */
export function createGate(): Gate {
  let isOpen = false
  function* waitFor(pieces: Iterable<Piece>, after: number): Generator<Piece> {
    let count = 0
    for (const piece of pieces) {
      while (count >= after && !isOpen) yield 10
      yield piece
      count += 1
    }
  }
  const hold = (turn: ModelTurn, after = 0): ModelTurn => (numberOf) => {
    const reply = typeof turn === 'function' ? turn(numberOf) : turn
    return typeof reply === 'string' ? reply : { ...reply, body: waitFor(reply.body ?? [], after) }
  }
  return { hold, open: () => (isOpen = true) }
}

/** A model's server that plays conversations; `onClose` takes what ends it. */
export function startModel(conversations: Conversations, onClose: (close: () => void) => void): Promise<ModelServer> {
  return modelServer({ after: onClose }, (request) => {
    const { messages } = readBody(request)
    // Earlier questions of the conversation come before the one that is asked.
    const first = messages.find(({ role }) => role === 'user')?.content ?? ''
    const question = [...first.matchAll(/^Question: (.*)$/gm)].at(-1)?.[1] ?? ''
    const turn = conversations.get(question)?.[messages.filter(({ role }) => role === 'assistant').length]
    const shown = messages.map(({ content }) => content).join('\n')
    const numberOf = (id: string) => Number(new RegExp(`^\\[(\\d+)\\] .*\\(id: ${id}\\)$`, 'm').exec(shown)?.[1] ?? 0)
    return typeof turn === 'function' ? turn(numberOf) : (turn ?? { status: 418, body: ['nothing is scripted'] })
  })
}

interface ChatBody {
  readonly messages: readonly { readonly role: string; readonly content: string | null }[]
}

function readBody({ body }: ReceivedRequest): ChatBody {
  return JSON.parse(body)
}
