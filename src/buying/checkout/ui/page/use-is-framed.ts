import { useSyncExternalStore } from 'react'
import { isFramed } from './embedder.ts'

/** Whether the page is in a frame. False while the server renders it. */
export function useIsFramed(): boolean {
  return useSyncExternalStore(neverChanges, isFramed, () => false)
}

function neverChanges(): () => void {
  return () => undefined
}
