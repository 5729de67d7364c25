import { useEffect, useState } from 'react'

/**
 * Whether the provider's card field can be used. `absent` means that it failed to load or is late. A late one
 * still becomes `ready`.
 */
export type CardStatus = 'loading' | 'ready' | 'absent'

/** How long the provider's script and field can take before a message appears, in milliseconds. */
export const cardTimeLimit = 8_000

/** A card field's state. */
export function useCardStatus(): readonly [CardStatus, (status: CardStatus) => void] {
  const [status, setStatus] = useState<CardStatus>('loading')
  useEffect(() => {
    const limit = setTimeout(() => setStatus((now) => (now === 'loading' ? 'absent' : now)), cardTimeLimit)
    return () => clearTimeout(limit)
  }, [])
  return [status, setStatus]
}
