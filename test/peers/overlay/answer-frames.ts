/** An answer as the service sends it, and how it is played: at once, or held where a test lets it go on. */
import type { AnswerStream, Script } from './site.ts'

export const SOURCES = [
  { url: '/getting-started/#see-what-you-serve', title: 'Getting started', heading: 'See what you serve', group: 'Guides' },
  { url: '/graph/', title: 'Graph', group: 'Concepts' },
  { url: '/command-line/#ask-serve', title: 'Command line', heading: 'ask serve', group: 'Reference' },
  { url: '/operation/#limits', title: 'Operation', heading: 'Limits', group: 'Guides' },
]

export const STEPS = ['serve a folder', 'ask serve', 'what is in the graph file']

export const ANSWER = `Run \`ask serve\` with the folder you want, and open the address it prints [1](/getting-started/#see-what-you-serve). It needs **no key** for search; only answers do.

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
| \`--kg-path\` | \`.service/kg.json\` | the [graph](/graph/), if there is one |

Every flag is in the [reference](/command-line/#ask-serve), *with an example*.
`

/** The text in pieces that break words and marks. */
export function* piecesOf(text: string, length = 7): Generator<string> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length)
}

export function begin({ send }: AnswerStream, steps = STEPS, sources: readonly object[] = SOURCES): void {
  for (const query of steps) send('search', { query })
  send('sources', { sources, model: 'scripted', mode: 'agentic' })
}

/** Everything at once. */
export function scriptOf(text = ANSWER, sources: readonly object[] = SOURCES): Script {
  return async (stream) => {
    begin(stream, STEPS, sources)
    for (const piece of piecesOf(text)) stream.send('token', { text: piece })
    stream.send('done', {})
  }
}

/** Holds at each of the places where it is told to wait. */
export function createGate(): { readonly wait: () => Promise<void>; readonly open: () => void } {
  let open = () => undefined as void
  const opened = new Promise<void>((done) => (open = done))
  return { wait: () => opened, open }
}
