import { useChat } from '@ai-sdk/react'
import { DefaultChatTransport } from 'ai'
import { createChatFetch } from 'ask-service/ai-sdk'

const transport = new DefaultChatTransport({ api: '/api/ask', fetch: createChatFetch() })

export function Chat() {
  const { messages, sendMessage, status, error } = useChat({ transport })

  function submit(event) {
    event.preventDefault()
    sendMessage({ text: new FormData(event.target).get('query') })
  }

  return (
    <>
      <form onSubmit={submit}><input name="query" aria-label="Question" /> <button>Ask</button></form>
      <p role="status">{error?.message ?? status}</p>
      {messages.map(({ id, role, parts }) => <section key={id} className={role}>{parts.map(Part)}</section>)}
    </>
  )
}

function Part({ type, text, data, url, title }, at) {
  if (type === 'data-search') return <p key={at}>Searching for {data.query}</p>
  if (type === 'source-url') return <p key={at}><a href={url}>{title}</a></p>
  return type === 'text' ? <div key={at}>{text}</div> : null
}
