import { refreshToken, storedToken } from '#accounts/identity/ui/session.ts'
import { liveNews, livePath, type NotificationWire } from '../contract.ts'

/** How long to wait before listening again, in milliseconds: after an end in good order, and after failures. */
const usualPause = 1_000
const shortestRest = 2_000
const longestRest = 60_000

type Hears = {
  /** From now on it is told; what happened before was not. */
  readonly began: () => void
  readonly notify: (news: readonly NotificationWire[]) => void
  /** The person may no longer know, such as with another role since the page was opened. */
  readonly refused: () => void
}

/** Notifies of what happens in the shop until the signal says to stop; where that cannot be had now, later. */
export async function listenToNotifications(signal: AbortSignal, hears: Hears): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    const wentWell = await listen(signal, hears).catch(() => false)
    failures = wentWell ? 0 : failures + 1
    const rest = Math.min(shortestRest * 2 ** failures, longestRest)
    await pause(wentWell ? usualPause : rest * (0.5 + Math.random()), signal)
  }
}

/** Answers whether it listened to the end. */
async function listen(signal: AbortSignal, { began, notify, refused }: Hears): Promise<boolean> {
  const token = storedToken()
  if (token === null) return false
  const response = await fetch(livePath, { signal, headers: { authorization: `Bearer ${token}` } })
  if (response.status === 401) return (await refreshToken(token)) !== null
  if (response.status === 403) refused()
  if (!response.ok || response.body === null) return false
  began()
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return true
    const events = (text + value).split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      if (event.startsWith('data: ')) notify(liveNews.parse(JSON.parse(event.slice('data: '.length))))
    }
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timeout = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timeout)
      resolve()
    })
  })
}
