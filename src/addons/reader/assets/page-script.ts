/**
 * The script of the reader's pages: a button that copies each block of code, and the navigation scrolled to the page
 * shown. Pages are complete without it. Plain JavaScript, because it goes to browsers as it is.
 */

/** Text of the script. A copy has no deleted lines, unless all lines are deleted. */
export const PAGE_SCRIPT = `const SHOWN_MS = 2000
const nav = document.querySelector('.pages-nav')
const current = nav?.querySelector('[aria-current]')
if (current) nav.scrollTop = current.getBoundingClientRect().top - nav.getBoundingClientRect().top - nav.clientHeight / 3

function textOf(code) {
  const kept = code.cloneNode(true)
  for (const line of kept.querySelectorAll('del')) line.remove()
  return (kept.textContent.trim() === '' ? code : kept).textContent
}

function addButton(block) {
  const button = document.createElement('button')
  let timer
  function show(text) {
    button.textContent = text
    clearTimeout(timer)
    if (text !== 'Copy') timer = setTimeout(show, SHOWN_MS, 'Copy')
  }
  button.type = 'button'
  button.className = 'copy'
  button.ariaLive = 'polite'
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(textOf(block.querySelector('code'))).then(() => show('Copied'), () => show('Failed'))
  })
  show('Copy')
  block.append(button)
}

// Browsers have a clipboard for pages on this machine and by HTTPS only.
if (navigator.clipboard) for (const block of document.querySelectorAll('figure.code')) addButton(block)
`
