import { connectMessage } from './frame-messages.ts'

const readyTimeoutMs = 10_000

type Finished<Message> = Extract<Message, { readonly kind: 'finished' }>

/**
 * Shows a frame over the whole page, in a modal dialog that keeps the focus inside and restores it afterwards. Resolves
 * to the frame's last message, or to undefined if the frame does not load or the browser closes the dialog.
 *
 * @param onReady gets the channel to the frame once the frame listens
 */
export function showOverlay<From extends { readonly kind: string }>(
  title: string,
  address: string,
  onReady: (port: MessagePort) => void,
): Promise<Finished<From> | undefined> {
  const { origin } = new URL(address)
  const dialog = createDialog(title)
  const frame = createFrame(title, address)
  dialog.append(frame)
  document.body.append(dialog)
  return new Promise((resolve) => {
    const finish = (message?: Finished<From>): void => {
      window.clearTimeout(timeout)
      dialog.close()
      dialog.remove()
      resolve(message)
    }
    // If the page does not load, the buyer must still be able to leave.
    const timeout = window.setTimeout(finish, readyTimeoutMs)
    let port: MessagePort | undefined
    frame.addEventListener('load', () => {
      const channel = new MessageChannel()
      channel.port1.addEventListener('message', ({ data }: MessageEvent<From>) => {
        if (isFinished(data)) return finish(data)
        window.clearTimeout(timeout)
        port = channel.port1
        onReady(port)
      })
      channel.port1.start()
      frame.contentWindow?.postMessage(connectMessage, origin, [channel.port2])
      frame.focus()
    })
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      if (port === undefined) finish()
      else port.postMessage({ kind: 'cancel' })
    })
    // A browser lets a page prevent a dialog from closing only once. The next Escape always closes it.
    dialog.addEventListener('close', () => finish(), { once: true })
    dialog.showModal()
  })
}

function isFinished<From extends { readonly kind: string }>(message: From): message is Finished<From> {
  return message.kind === 'finished'
}

function createDialog(title: string): HTMLDialogElement {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', title)
  // Sets styles one by one, because a page's policy can forbid style attributes. The page can have turned off
  // pointer events on its body while its own dialog is open.
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

function createFrame(title: string, address: string): HTMLIFrameElement {
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
