import { useEffect, type RefObject } from 'react'
import { useBlocker } from 'react-router'
import { LeaveQuestion } from './leave-question.tsx'

type Props = {
  readonly isDirty: boolean
  /** Set while a save is under way or done: leaving is its consequence then. */
  readonly isSaved: RefObject<boolean>
  /** Whether what was typed is kept when the page goes: then there is nothing to ask. */
  readonly isKept?: () => boolean
}

const neverKept = () => false

/** Asks before typed changes are left behind, within the app and by closing the tab. */
export function UnsavedChanges({ isDirty, isSaved, isKept = neverKept }: Props) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !isSaved.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isDirty) return undefined
    const warn = (event: BeforeUnloadEvent) => {
      if (!isSaved.current && !isKept()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty, isSaved, isKept])
  return (
    <LeaveQuestion
      isOpen={blocker.state === 'blocked'}
      onLeave={() => blocker.proceed?.()}
      onStay={() => blocker.reset?.()}
    />
  )
}
