/** What the server tells a device, as `write-push.ts` writes it. */
type PushMessage = {
  readonly title: string
  readonly body: string
  readonly tag: string
  readonly path: string
}

/** Reads a message; what is none becomes one that only says that there is news, since every push has to show something. */
export function readMessage(given: unknown): PushMessage {
  const fields = typeof given === 'object' && given !== null ? new Map(Object.entries(given)) : new Map()
  const text = (name: string, otherwise: string): string => {
    const value: unknown = fields.get(name)
    return typeof value === 'string' ? value : otherwise
  }
  return {
    title: text('title', 'News from your shop'),
    body: text('body', ''),
    tag: text('tag', 'news'),
    path: ownPath(text('path', '/sales')),
  }
}

/** A press on it leads to a page of the app and nowhere else. */
export function ownPath(path: string): string {
  return /^\/(?![/\\])/.test(path) ? path : '/sales'
}
