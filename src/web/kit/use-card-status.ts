import { useEffect, useState } from 'react'

/**
 * Whether the provider's card field can be typed into. `absent`: it could not be loaded, or has not come in time. One
 * that comes later is `ready` all the same.
 */
export type CardStatus = 'loading' | 'ready' | 'absent'

/** How long the provider's script and its field may take until the person is told, in milliseconds. */
const cardTimeLimit = 8_000

/** The state of a card field. */
export function useCardStatus(): readonly [CardStatus, (status: CardStatus) => void] {
  const [status, setStatus] = useState<CardStatus>('loading')
  useEffect(() => {
    const limit = setTimeout(() => setStatus((now) => (now === 'loading' ? 'absent' : now)), cardTimeLimit)
    return () => clearTimeout(limit)
  }, [])
  return [status, setStatus]
}

/** What is loading, or null once it has taken too long: nobody waits without end for a script that hangs. */
export async function inTime<T>(loading: Promise<T | null>): Promise<T | null> {
  let limit: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    limit = setTimeout(() => resolve(null), cardTimeLimit)
  })
  try {
    return await Promise.race([loading, late])
  } finally {
    clearTimeout(limit)
  }
}
