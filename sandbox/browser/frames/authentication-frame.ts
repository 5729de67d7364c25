/** The script of the bank's page: it sends the buyer's decision to the sandbox and then notifies the outer page. */
import type { FromAuthenticationFrame, ToAuthenticationFrame } from './frame-messages.ts'
import { acceptParent } from './frame-parent.ts'

const { applicationOrigin = '', intent = '', clientSecret = '' } = document.body.dataset
let postToParent = (_message: FromAuthenticationFrame): void => undefined

acceptParent(applicationOrigin, (port) => {
  postToParent = (message) => port.postMessage(message)
  port.addEventListener('message', (event: MessageEvent<ToAuthenticationFrame>) => {
    if (event.data.kind === 'cancel') void decide('fail')
  })
  port.start()
  postToParent({ kind: 'ready' })
  openForDecision()
})
if (window.parent === window) openForDecision()

for (const button of document.querySelectorAll('button'))
  button.addEventListener('click', () => void decide(button.value === 'complete' ? 'complete' : 'fail'))

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') void decide('fail')
})
trapFocus()

/** Enables the buttons only once the outer page is listening, because an earlier decision would be lost. */
function openForDecision(): void {
  for (const button of document.querySelectorAll('button')) button.disabled = false
  document.querySelector('button')?.focus()
}

async function decide(outcome: 'complete' | 'fail'): Promise<void> {
  const buttons = [...document.querySelectorAll('button')]
  if (buttons.some((button) => button.disabled)) return
  for (const button of buttons) button.disabled = true
  say('One moment …')
  if (intent === '' || (await send(outcome))) {
    say('Done. You can close this page.')
    postToParent({ kind: 'finished' })
    return
  }
  say('The sandbox did not respond. Please try again.')
  for (const button of buttons) button.disabled = false
}

async function send(outcome: 'complete' | 'fail'): Promise<boolean> {
  const field = intent.startsWith('seti_') ? 'setup_intent' : 'payment_intent'
  try {
    const response = await fetch('/sandbox/authentications', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      keepalive: true,
      body: JSON.stringify({ [field]: intent, client_secret: clientSecret, outcome }),
    })
    return response.ok
  } catch {
    return false
  }
}

function say(text: string): void {
  const status = document.querySelector('[role=status]')
  if (status !== null) status.textContent = text
}

/** Keeps the tab key within the page, so that the focus does not leave the frame. */
function trapFocus(): void {
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Tab' || window.parent === window) return
    const buttons = [...document.querySelectorAll('button')]
    const [first, last] = [buttons.at(0), buttons.at(-1)]
    const leaves = document.activeElement === (event.shiftKey ? first : last)
    if (!leaves && document.activeElement !== document.body) return
    event.preventDefault()
    const next = event.shiftKey ? last : first
    next?.focus()
  })
}
