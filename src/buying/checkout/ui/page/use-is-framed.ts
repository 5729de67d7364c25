import { useSyncExternalStore } from 'react'
import { isFramed } from './embedder.ts'

/** Whether the page is in a frame; false while the server renders. */
export function useIsFramed(): boolean {
  return useSyncExternalStore(neverChanges, isFramed, () => false)
}

function neverChanges(): () => void {
  return () => undefined
}
