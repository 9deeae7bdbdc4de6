/** A `fetch` that answers from a list: the edge of everything that talks to a deployed service. */

/** A reply, a failure, or a way of never being done. */
export type Answer =
  | { readonly status?: number; readonly json: unknown; readonly headers?: Record<string, string> }
  | { readonly status?: number; readonly text: string; readonly type?: string; readonly headers?: Record<string, string> }
  | Error
  /** A reply that depends on the request. */
  | ((init: RequestInit) => Answer)
  /** No reply at all, headers without a body, a body without an end. */
  | 'never'
  | 'stalled'
  | 'endless'

/**
 * Answers by method and address; what is not in the list is refused as a connection would be. Gives `GET https://…` of
 * every request and the bodies of the POSTs, in order.
 */
export function scriptedFetch(answers: Readonly<Record<string, Answer>>) {
  const requests: string[] = []
  const bodies: string[] = []
  const scripted: typeof fetch = async (input, init) => {
    const key = `${init?.method ?? 'GET'} ${String(input)}`
    requests.push(key)
    if (typeof init?.body === 'string') bodies.push(init.body)
    const answer = answers[key]
    if (answer === undefined) throw new TypeError(`nothing is scripted for ${key}`)
    return respond(typeof answer === 'function' ? answer(init ?? {}) : answer, init?.signal ?? null)
  }
  return { fetch: scripted, requests, bodies }
}

async function respond(answer: Answer, signal: AbortSignal | null): Promise<Response> {
  if (typeof answer === 'function') throw new TypeError('a reply depends on the request once')
  if (answer instanceof Error) throw answer
  if (answer === 'never') return aborted(signal)
  if (answer === 'stalled') return new Response(new ReadableStream({ pull: () => aborted(signal) }))
  if (answer === 'endless') {
    const piece = new Uint8Array(1_048_576).fill(0x20)
    return new Response(new ReadableStream({ pull: (controller) => controller.enqueue(piece) }))
  }
  const { status = 200, headers = {} } = answer
  if ('json' in answer) return new Response(JSON.stringify(answer.json), { status, headers: { 'content-type': 'application/json', ...headers } })
  return new Response(answer.text, { status, headers: { 'content-type': answer.type ?? 'text/plain', ...headers } })
}

/** Rejects when the signal aborts; the timer holds the process until then, as a socket would. */
function aborted(signal: AbortSignal | null): Promise<never> {
  return new Promise((_, reject) => {
    const timer = setTimeout(reject, 5_000)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
