/** A page's own script that takes the overlay as a module. */
import { AskOverlay } from 'ask-service/overlay'

const overlay = document.querySelector('ask-overlay')
if (overlay instanceof AskOverlay) overlay.open()
