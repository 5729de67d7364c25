import { connectMessage } from './frame-messages.ts'

/**
 * Waits in a frame until the outer page sends its end of the channel. Accepts only the application's origin
 * or a local one, like the frame's `frame-ancestors`.
 */
export function acceptParent(applicationOrigin: string, onConnect: (port: MessagePort) => void): void {
  const listen = (event: MessageEvent<unknown>): void => {
    const [port] = event.ports
    if (event.source !== window.parent || event.data !== connectMessage || port === undefined) return
    if (!isAllowedParent(event.origin, applicationOrigin)) return
    window.removeEventListener('message', listen)
    onConnect(port)
  }
  window.addEventListener('message', listen)
}

export function isAllowedParent(origin: string, applicationOrigin: string): boolean {
  return origin === applicationOrigin || /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/.test(origin)
}
