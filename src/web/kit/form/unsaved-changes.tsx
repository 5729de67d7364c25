import { useEffect, useEffectEvent } from 'react'
import { useBlocker } from 'react-router'
import { LeaveQuestion } from '../dialog/leave-question.tsx'

type Props = {
  /** Whether something was typed that is neither saved nor being saved: asked at the moment of leaving. */
  readonly isUnsaved: () => boolean
  /** Whether what was typed is saved when the page goes: then there is nothing to ask. */
  readonly isDraftSaved?: () => boolean
}

const neverSaved = () => false

/** Asks before typed changes are left behind, within the app and by closing the tab. A page has one. */
export function UnsavedChanges({ isUnsaved, isDraftSaved = neverSaved }: Props) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isUnsaved(),
  )
  const warn = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isUnsaved() && !isDraftSaved()) event.preventDefault()
  })
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => warn(event)
    window.addEventListener('beforeunload', onUnload)
    return () => window.removeEventListener('beforeunload', onUnload)
  }, [])
  return (
    <LeaveQuestion
      isOpen={blocker.state === 'blocked'}
      onLeave={() => blocker.proceed?.()}
      onStay={() => blocker.reset?.()}
    />
  )
}
