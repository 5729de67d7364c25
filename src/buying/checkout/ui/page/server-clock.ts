import { useCallback, useRef } from 'react'

/**
 * The server's time in milliseconds: the browser's clock, corrected by its difference when the server's `issuedAt`
 * arrived. Network delay and cache age (up to a quarter of a second) are unknown, so this clock can be that slow but
 * never fast.
 */
export function useServerClock(issuedAt: number): () => number {
  const known = useRef<{ readonly issuedAt: number; readonly offset: number }>(null)
  return useCallback(() => {
    const { current } = known
    if (current?.issuedAt === issuedAt) return Date.now() + current.offset
    const receivedAt = current === null ? documentReceivedAt() : Date.now()
    const offset = issuedAt - receivedAt
    known.current = { issuedAt, offset }
    return Date.now() + offset
  }, [issuedAt])
}

/** When the first byte of the document arrived, according to the browser's clock. */
function documentReceivedAt(): number {
  const [navigation] = performance.getEntriesByType('navigation')
  const isTimed = navigation instanceof PerformanceNavigationTiming
  return Date.now() - (isTimed ? performance.now() - navigation.responseStart : 0)
}
