/**
 * The script of the reader's pages: the theme that the reader has chosen, a button that copies each block of code, the
 * menu scrolled to the page shown, the section shown marked in the outline, tabs and folds around the place in the
 * address open. Pages are complete without it. Plain JavaScript, because it goes to browsers as it is. A browser without
 * storage forgets the theme.
 */

/** Text of the script. A copy has no deleted lines, unless all lines are deleted. */
export const PAGE_SCRIPT = `(() => {
const SHOWN_MS = 2000
const THEMES = ['system', 'light', 'dark']
const KEY = 'ask-theme'
/** Distance from the top of the window, in pixels, at which a heading counts as reached. */
const REACHED = 160
const root = document.documentElement
let theme = stored((storage) => storage.getItem(KEY))
setTheme(THEMES.includes(theme) ? theme : THEMES[0])

function stored(use) {
  try { return use(localStorage) } catch { return null } // Browsers that store nothing for a page throw.
}

function setTheme(name) {
  theme = name
  if (name === 'system') delete root.dataset.theme
  else root.dataset.theme = name
}

function showTheme(button) {
  const name = () => (button.title = button.ariaLabel = 'Theme: ' + theme)
  button.addEventListener('click', () => {
    setTheme(THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length])
    stored((storage) => storage.setItem(KEY, theme))
    name()
  })
  name()
  button.hidden = false
}

function showIn(box, item) {
  const top = item.getBoundingClientRect().top - box.getBoundingClientRect().top
  if (top < 0 || top > box.clientHeight - item.offsetHeight) box.scrollTop += top - box.clientHeight / 3
}

function followOutline(outline) {
  const links = [...outline.querySelectorAll('a')]
  const headings = links.map(({ hash }) => document.getElementById(decodeURIComponent(hash.slice(1))))
  let shown = -1
  function mark() {
    const isEnd = scrollY > 0 && scrollY + innerHeight >= root.scrollHeight - 2
    // Those of other tabs have no boxes.
    const at = isEnd ? links.length - 1 : headings.findLastIndex((one) => one?.getClientRects()[0]?.top < REACHED)
    if (at === shown) return
    links[shown]?.removeAttribute('aria-current')
    links[at]?.setAttribute('aria-current', 'location')
    if (at !== -1) showIn(outline, links[at])
    shown = at
  }
  // Comes once for a frame.
  addEventListener('scroll', mark)
  mark()
}

function openBoxes() {
  let target = null
  try { target = document.getElementById(decodeURIComponent(location.hash.slice(1))) } catch {} // A lone % names no place.
  const inner = target?.closest('.panel, .more')
  for (let box = inner; box; box = box.parentElement.closest('.panel, .more')) {
    if (box.matches('.more')) box.open = true
    else box.previousElementSibling.control.checked = true
  }
  if (inner) target.scrollIntoView()
}

function textOf(code) {
  const kept = code.cloneNode(true)
  for (const line of kept.querySelectorAll('del')) line.remove()
  return (kept.textContent.trim() === '' ? code : kept).textContent
}

function addCopy(block) {
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

addEventListener('DOMContentLoaded', () => {
  const [menu, outline, button] = ['.pages-nav', '.outline', '.theme'].map((one) => document.querySelector(one))
  const current = menu?.querySelector('[aria-current]')
  if (current) showIn(menu, current)
  openBoxes()
  addEventListener('hashchange', openBoxes)
  if (outline) followOutline(outline)
  if (button) showTheme(button)
  // Browsers have a clipboard for pages on this machine and by HTTPS only.
  if (navigator.clipboard) for (const block of document.querySelectorAll('figure.code')) addCopy(block)
})
})()
`
