import { useMemo, useSyncExternalStore } from 'react'
import type { User } from '../contract.ts'
import { onSessionChange, parseUser, storedToken, storedUserText } from './session.ts'

/** The signed-in person, or null; follows changes in this tab and in others. */
export function useUser(): User | null {
  const text = useSyncExternalStore(onSessionChange, () => (storedToken() === null ? null : storedUserText()))
  return useMemo(() => parseUser(text), [text])
}
