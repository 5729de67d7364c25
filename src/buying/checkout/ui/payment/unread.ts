/** How long nothing may be pressed before a press is meant for what the page says since; milliseconds. */
const readingMs = 1000

export type Unread = {
  /** The button begins to mean something else than what was pressed. */
  readonly begin: () => void
  /** Whether a press is still one for what stood there before: the second of a double press, or a key that is held. */
  readonly isPressed: () => boolean
}

export function createUnread(wait: (milliseconds: number) => Promise<void>): Unread {
  let latest = 0
  let isUnread = false
  const begin = async () => {
    isUnread = true
    latest += 1
    const mine = latest
    await wait(readingMs)
    if (mine === latest) isUnread = false
  }
  return {
    begin: () => void begin(),
    isPressed: () => {
      if (isUnread) void begin()
      return isUnread
    },
  }
}
