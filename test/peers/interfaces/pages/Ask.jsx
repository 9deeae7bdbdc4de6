import { useRef, useState } from 'react'
import { ask, piecesOf } from './answer.js'

export function Ask() {
  const [{ status, text, sources }, setAnswer] = useState({ status: '', text: '', sources: [] })
  const controller = useRef(null)

  async function submit(event) {
    event.preventDefault()
    controller.current?.abort()
    controller.current = new AbortController()
    const query = new FormData(event.target).get('query')
    for await (const answer of ask(query, controller.current.signal)) setAnswer(answer)
  }

  return (
    <>
      <form onSubmit={submit}><input name="query" aria-label="Question" /> <button>Ask</button></form>
      <p role="status">{status}</p>
      <div id="text" style={{ whiteSpace: 'pre-line' }}>
        {piecesOf(text).map(({ label, url }, at) => (url === undefined ? label : <a key={at} href={url}>{label}</a>))}
      </div>
      <ul>{sources.map(({ url, title, heading }) => <li key={url}><a href={url}>{heading ?? title}</a></li>)}</ul>
    </>
  )
}
