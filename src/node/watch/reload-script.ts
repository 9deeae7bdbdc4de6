/**
 * The script of a page that reloads when its site changes. It complies with the reader's policy, and changes nothing
 * in the page. Plain JavaScript, because it goes to browsers as it is.
 */

/** Path of the stream of revisions. No page of content has a path with `_` at the start of a name. */
export const EVENTS_PATH = '/_ask/changes'

/**
 * Text of the script. The place of a page is its last heading above the middle of the window, with its distance from
 * the top: text that grows or shrinks above it moves nothing. A hidden tab has no stream, because browsers open at most
 * six connections to a host; a page with an open dialog reloads when the reader has closed it.
 */
export const RELOAD_SCRIPT = `(() => {
  const { revision } = document.currentScript.dataset
  const HEADINGS = 'h1[id], h2[id], h3[id], h4[id], h5[id], h6[id], section[id]'
  const PLACE = 'ask-place'
  const RETRY_MS = 5000
  const last = takePlace()
  let stream = null
  let isLeaving = false

  function takePlace() {
    try {
      const place = JSON.parse(sessionStorage.getItem(PLACE))
      sessionStorage.removeItem(PLACE)
      return place?.page === location.pathname ? place : null
    } catch {
      return null
    }
  }

  function keepPlace(next) {
    const above = [...document.querySelectorAll(HEADINGS)].filter((heading) => {
      const { top, height } = heading.getBoundingClientRect()
      return height > 0 && top <= innerHeight / 2
    })
    const heading = above.at(-1)
    const { top } = heading?.getBoundingClientRect() ?? {}
    const place = { page: location.pathname, next, y: scrollY, id: heading?.id, top }
    try {
      sessionStorage.setItem(PLACE, JSON.stringify(place))
      history.scrollRestoration = 'manual'
    } catch {
      // Without storage the browser restores the place.
    }
  }

  function restorePlace() {
    const heading = last.id === undefined ? null : document.getElementById(last.id)
    const y = heading === null ? last.y : scrollY + heading.getBoundingClientRect().top - last.top
    scrollTo({ top: last.y === 0 ? 0 : y, behavior: 'instant' })
  }

  function reload(next) {
    // A cache on the way that keeps an old page must not make it reload for ever.
    if (isLeaving || next === revision || next === last?.next) return
    const dialog = document.querySelector('ask-overlay')?.shadowRoot?.querySelector('dialog[open]')
    if (dialog) {
      dialog.addEventListener('close', () => reload(next), { once: true })
      return
    }
    isLeaving = true
    keepPlace(next)
    location.reload()
  }

  function open() {
    if (document.hidden || stream !== null) return
    const opened = (stream = new EventSource('${EVENTS_PATH}'))
    opened.addEventListener('change', ({ data }) => reload(JSON.parse(data).revision))
    opened.addEventListener('error', () => {
      if (opened.readyState !== EventSource.CLOSED || stream !== opened) return
      close()
      setTimeout(open, RETRY_MS)
    })
  }

  function close() {
    stream?.close()
    stream = null
  }

  if (last !== null) {
    let isMoved = false
    for (const type of ['wheel', 'touchstart', 'keydown', 'pointerdown']) {
      addEventListener(type, () => (isMoved = true), { once: true, passive: true })
    }
    restorePlace()
    addEventListener('load', () => {
      if (!isMoved) restorePlace()
      history.scrollRestoration = 'auto'
    })
  }
  document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()))
  addEventListener('pagehide', close)
  addEventListener('pageshow', open)
  open()
})()
`
