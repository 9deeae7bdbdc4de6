/** Asks a question. Yields what is known of the answer, each time that there is more of it. */
export async function* ask(query, signal) {
  let answer = { status: 'Searching', sources: [], text: '' }
  yield answer
  try {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ query, mode: 'agentic' })
    const response = await fetch('/api/ask', { method: 'POST', headers, body, signal })
    if (!response.headers.get('content-type').startsWith('text/event-stream')) {
      const { error, warning, results = [] } = await response.json()
      return yield { ...answer, status: error ?? warning, sources: results }
    }
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      const frames = (rest + value).split('\n\n')
      rest = frames.pop()
      for (const frame of frames) {
        const [, type, json = '{}'] = /^event: (.*)\ndata: (.*)$/.exec(frame) ?? []
        const data = JSON.parse(json)
        if (type === 'search') answer = { ...answer, status: `Searching for ${data.query}` }
        if (type === 'sources') answer = { ...answer, status: 'Reading', sources: data.sources }
        if (type === 'token') answer = { ...answer, status: 'Writing', text: answer.text + data.text }
        if (type === 'done') answer = { ...answer, status: '' }
        if (type === 'error') answer = { ...answer, status: data.error }
        yield answer
      }
    }
  } catch {
    if (!signal.aborted) yield { ...answer, status: 'The service can’t be reached.' }
  }
}

/** The text of an answer as pieces: a text, or a link's label and address. */
export function piecesOf(text) {
  return text.split(/(\[[^\]]*\]\([^)\s]*\))/).map((piece) => {
    const [, label, url] = /^\[(.*)\]\((.*)\)$/.exec(piece) ?? [null, piece]
    return { label, url }
  })
}
