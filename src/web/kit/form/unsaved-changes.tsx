import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useState } from 'react'
import { useBlocker } from 'react-router'
import { LeaveQuestion } from '#web/kit/dialog/confirm-dialog.tsx'

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

const FormsOfPage = createContext<Set<() => boolean> | null>(null)

type FormsProps = {
  /** Whether what was typed is of no more use here: then there is nothing to ask. */
  readonly isOver: () => boolean
  readonly children: ReactNode
}

/** A page of forms that save each on its own: it asks before any of them is left with something that is not saved. */
export function UnsavedForms({ isOver, children }: FormsProps) {
  const [forms] = useState(() => new Set<() => boolean>())
  return (
    <FormsOfPage value={forms}>
      {children}
      <UnsavedChanges isUnsaved={() => !isOver() && [...forms].some((isUnsaved) => isUnsaved())} />
    </FormsOfPage>
  )
}

/** Puts a form under the page's question; `isUnsaved` is asked when somebody is about to leave. */
export function useUnsavedForm(isUnsaved: () => boolean): void {
  const forms = useContext(FormsOfPage)
  const asked = useEffectEvent(isUnsaved)
  useEffect(() => {
    if (forms === null) return undefined
    const ask = () => asked()
    forms.add(ask)
    return () => void forms.delete(ask)
  }, [forms])
}
