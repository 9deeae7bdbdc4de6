/** Readers of streams, in this process: bytes are looked at, not parsed. Times are in ms. */
import { Agent, request } from 'node:http'

const agent = new Agent({ maxSockets: Infinity })
const BODY = JSON.stringify({ query: 'How do I mount it?', mode: 'agentic' })
const WORD = /w(\d+) ?/g
/** Characters of the longest word: one that is cut is read with the next piece. */
const MAX_WORD_LENGTH = 24

/**
 * Reads one answer to its end. Gives `firstMs`, the way of the first word, and `words`, how many came; each word's way
 * and the gap before each piece go to `ways` and `gaps`. Rejects when words are missing.
 */
export function readStream(port, { tokens, ways = [], gaps = [], onFirst = () => {} }) {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': BODY.length }
    const req = request({ host: '127.0.0.1', port, path: '/api/ask', method: 'POST', headers, agent }, (res) => {
      let [firstMs, words, rest, last] = [null, 0, '', null]
      res.setEncoding('latin1')
      res.on('data', (piece) => {
        const now = process.hrtime.bigint()
        const text = rest + piece
        let end = 0
        for (const match of text.matchAll(WORD)) {
          // Not yet followed by anything: there may be more of it.
          if (match.index + match[0].length === text.length && !match[0].endsWith(' ')) break
          const way = Number(now - BigInt(match[1])) / 1e6
          end = match.index + match[0].length
          words += 1
          ways.push(way)
          if (firstMs !== null) continue
          firstMs = way
          onFirst()
        }
        if (end > 0 && last !== null) gaps.push(Number(now - last) / 1e6)
        if (end > 0) last = now
        rest = text.slice(Math.max(end, text.length - MAX_WORD_LENGTH))
      })
      res.on('error', reject)
      res.on('end', () => (words === tokens ? resolve({ firstMs, words }) : reject(new Error(`${words} of ${tokens} words came: ${rest}`))))
    })
    req.on('error', reject)
    req.end(BODY)
  })
}
