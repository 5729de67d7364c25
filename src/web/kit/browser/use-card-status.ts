import { useEffect, useState } from 'react'

/**
 * Whether the provider's card field can be typed into. `absent`: it could not be loaded, or has not come in time. One
 * that comes later is `ready` all the same.
 */
export type CardStatus = 'loading' | 'ready' | 'absent'

/** How long the provider's script and its field may take until the person is told, in milliseconds. */
export const cardTimeLimit = 8_000

/** The state of a card field. */
export function useCardStatus(): readonly [CardStatus, (status: CardStatus) => void] {
  const [status, setStatus] = useState<CardStatus>('loading')
  useEffect(() => {
    const limit = setTimeout(() => setStatus((now) => (now === 'loading' ? 'absent' : now)), cardTimeLimit)
    return () => clearTimeout(limit)
  }, [])
  return [status, setStatus]
}
