import { connectMessage, type FromAuthenticationFrame, type ToAuthenticationFrame } from './frame-messages.ts'

const title = 'Authenticate your payment'
const readyTimeoutMs = 10_000

/**
 * Shows the bank's page over the whole page until the buyer has finished it. A modal dialog keeps the focus
 * inside, lies above everything else and gives the focus back by itself.
 */
export function showAuthentication(address: string): Promise<void> {
  const { origin } = new URL(address)
  const dialog = createDialog()
  const frame = createFrame(address)
  dialog.append(frame)
  document.body.append(dialog)

  return new Promise((resolve) => {
    const finish = (): void => {
      window.clearTimeout(timeout)
      dialog.close()
      dialog.remove()
      resolve()
    }
    // A page that does not come must not lock the buyer in.
    const timeout = window.setTimeout(finish, readyTimeoutMs)
    let port: MessagePort | undefined
    const cancel = (): void => {
      const message: ToAuthenticationFrame = { kind: 'cancel' }
      if (port === undefined) finish()
      else port.postMessage(message)
    }
    frame.addEventListener('load', () => {
      const channel = new MessageChannel()
      channel.port1.addEventListener('message', (event: MessageEvent<FromAuthenticationFrame>) => {
        if (event.data.kind === 'finished') return finish()
        window.clearTimeout(timeout)
        port = channel.port1
      })
      channel.port1.start()
      frame.contentWindow?.postMessage(connectMessage, origin, [channel.port2])
      frame.focus()
    })
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      cancel()
    })
    // A browser lets a page hold a dialog open once; the next escape key closes it for good.
    dialog.addEventListener('close', finish, { once: true })
    dialog.showModal()
  })
}

function createDialog(): HTMLDialogElement {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', title)
  // Set one by one: a page's policy may forbid style attributes. Pointer events may be off for the page's body
  // while a dialog of its own is open.
  Object.assign(dialog.style, {
    position: 'fixed',
    inset: '0',
    width: '100vw',
    height: '100dvh',
    maxWidth: 'none',
    maxHeight: 'none',
    margin: '0',
    padding: '0',
    border: '0',
    background: 'rgb(10 15 30 / 0.55)',
    pointerEvents: 'auto',
    overflow: 'hidden',
  })
  return dialog
}

function createFrame(address: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.title = title
  frame.src = address
  Object.assign(frame.style, {
    display: 'block',
    width: '100%',
    height: '100%',
    border: '0',
    colorScheme: 'light dark',
  })
  return frame
}
