/** What every mounted service has to answer, asked over HTTP. */
import assert from 'node:assert/strict'
import { frames, type Scripted } from '../../support/model-server.ts'

const JSON_HEADERS = { 'content-type': 'application/json' }

export function post(endpoint: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return fetch(endpoint, { method: 'POST', headers: JSON_HEADERS, body: text, redirect: 'error', ...(signal && { signal }) })
}

/** Status and body of a route; every body is JSON. */
async function ask(url: string, init: RequestInit = {}): Promise<[status: number, body: Record<string, any>]> {
  const reply = await fetch(url, { redirect: 'error', ...init })
  assert.match(reply.headers.get('content-type') ?? '', /^application\/json/, url)
  return [reply.status, await reply.json()]
}

/** Links of the keyword results of a query. */
export async function linksOf(endpoint: string, query: string): Promise<string[]> {
  const reply = await post(endpoint, { query, mode: 'keyword' })
  assert.equal(reply.status, 200)
  const { results } = await reply.json()
  return results.map(({ url }: { url: string }) => url)
}

/** The routes of the contract over a committed graph, without a model; `endpoint` as browsers are told it. */
export async function checkRoutes(endpoint: string): Promise<void> {
  const base = endpoint.replace(/\/$/, '')
  const slash = endpoint.slice(base.length)
  const [, start] = await ask(endpoint)
  assert.ok(Array.isArray(start['suggestions']) && start['model'] === '')

  const [, keyword] = await ask(endpoint, { method: 'POST', headers: JSON_HEADERS, body: '{"query":"change the bulb"}' })
  assert.deepEqual([keyword['mode'], keyword['query'], keyword['warning']], ['keyword', 'change the bulb', undefined])
  assert.deepEqual([keyword['results'][0].title, keyword['results'][0].heading], ['Lamps', 'Change the bulb'])
  const [, degraded] = await ask(endpoint, { method: 'POST', headers: JSON_HEADERS, body: '{"query":"bulb","mode":"agentic"}' })
  assert.match(degraded['warning'], /key/)
  const [, blank] = await ask(endpoint, { method: 'POST', headers: JSON_HEADERS, body: '{"query":"  "}' })
  assert.deepEqual([blank['results'], blank['query']], [[], ''])
  assert.deepEqual(await ask(endpoint, { method: 'POST', headers: JSON_HEADERS, body: '{' }), [400, { error: 'Invalid JSON body.' }])
  assert.deepEqual(await linksOf(endpoint, 'drafted sentence'), [])

  const [, { terms }] = await ask(`${base}/glossary${slash}`)
  assert.ok(terms.length > 0)
  assert.equal((await ask(`${base}/glossary/SOCKET${slash}`))[1]['term'], 'Socket')
  assert.equal((await ask(`${base}/glossary/nothing${slash}`))[0], 404)

  const [, { sections }] = await ask(`${base}/sections${slash}`)
  const [, guides] = await ask(`${base}/sections${slash}?group=Guides`)
  assert.ok(guides['sections'].length > 0 && guides['sections'].length < sections.length)
  const id = 'guides/lamps#change-the-bulb'
  for (const written of [encodeURIComponent(id), id.replace('#', '%23')]) {
    const [status, node] = await ask(`${base}/sections/${written}${slash}`)
    assert.deepEqual([status, node['id'], node['facts'].length > 0], [200, id, true], written)
  }
  assert.equal((await ask(`${base}/sections/nothing${slash}`))[0], 404)
  const [, overview] = await ask(`${base}/overview${slash}`)
  assert.match(overview['overview'], /Change the bulb/)
  assert.deepEqual(await ask(`${base}/nothing${slash}`), [404, { error: 'Not found.' }])

  const head = await fetch(endpoint, { method: 'HEAD' })
  assert.deepEqual([head.status, await head.text()], [200, ''])
  const wrong = await fetch(endpoint, { method: 'PUT', headers: JSON_HEADERS, body: '{}' })
  assert.deepEqual([wrong.status, wrong.headers.get('allow')], [405, 'GET, HEAD, POST, OPTIONS'])
  const large = await post(endpoint, { query: 'x'.repeat(70_000) })
  assert.equal(large.status, 413)
}

/** Each section's link opens its heading: the id stands in the page as it is served. */
export async function checkAnchors(endpoint: string): Promise<number> {
  const { origin } = new URL(endpoint)
  const [, { sections }] = await ask(endpoint.replace(/\/?$/, '/sections') + (endpoint.endsWith('/') ? '/' : ''))
  const pages = new Map<string, string>()
  for (const { url } of sections) {
    const [path, anchor] = url.split('#')
    const html = pages.get(path) ?? (await (await fetch(origin + path, { redirect: 'error' })).text())
    pages.set(path, html)
    if (anchor !== undefined) assert.ok(html.includes(`id="${decodeURIComponent(anchor)}"`), `${url} opens nothing`)
  }
  assert.ok(pages.size > 3)
  return sections.length
}

/** A model that searches, then answers with a citation and stays silent until its reader has gone. */
export function searchingModel(isEndless: boolean) {
  return function script({ body }: { readonly body: string }): Scripted {
    const isAnswered = JSON.parse(body).messages.some(({ role }: { role: string }) => role === 'tool')
    const call = { index: 0, id: 'call-1', type: 'function', function: { name: 'search', arguments: '{"query":"colour temperature"}' } }
    if (!isAnswered) return { body: [frames({ choices: [{ delta: { tool_calls: [call] } }] }, { choices: [{ delta: {}, finish_reason: 'tool_calls' }] }, '[DONE]')] }
    const words = ['ANSWER: Unscrew the bulb [1].\n\n', 'Then screw the new one in [1].\n\n'].map((content) => frames({ choices: [{ delta: { content } }] }))
    if (isEndless) return { body: words, ending: 'stall' }
    return { body: [...words, frames({ choices: [{ delta: {}, finish_reason: 'stop' }] }, '[DONE]')] }
  }
}

/** An answer from first to last event, every link of which is one of its sources. */
export async function checkAnswer(endpoint: string): Promise<void> {
  const reply = await post(endpoint, { query: 'How do I change the bulb?' })
  assert.match(reply.headers.get('content-type') ?? '', /^text\/event-stream/)
  const events = [...(await reply.text()).matchAll(/^event: (\w+)\ndata: (.*)$/gm)].map(([, name, data]) => ({ name, data: JSON.parse(data!) }))
  const names = events.map(({ name }) => name).join(' ')
  assert.match(names, /^(?:search )+sources (?:token )+done$/)
  const urls = events.find(({ name }) => name === 'sources')!.data.sources.map(({ url }: { url: string }) => url)
  const text = events.filter(({ name }) => name === 'token').map(({ data }) => data.text).join('')
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, url]) => url)
  assert.ok(links.length > 0 && links.every((url) => urls.includes(url)), text)
}

/** The first words of an answer come before the last are there; the reader who has them leaves. */
export async function leaveEarly(endpoint: string): Promise<void> {
  const leave = new AbortController()
  const reply = await post(endpoint, { query: 'How do I change a bulb, slowly?' }, leave.signal)
  let seen = ''
  for await (const piece of reply.body!.pipeThrough(new TextDecoderStream())) {
    seen += piece
    if (seen.includes('event: token')) break
  }
  assert.match(seen, /event: token/)
  leave.abort()
}
