import '/_ask/overlay.js'

// `ask serve` has put one there already.
if (document.querySelector('ask-overlay') === null) {
  document.body.insertAdjacentHTML('beforeend', '<ask-overlay trigger="corner"></ask-overlay>')
}
