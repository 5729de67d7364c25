import {
  createContext,
  Fragment,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import { useBlocker } from 'react-router'
import { LeaveQuestion } from '#web/kit/dialog/confirm-dialog.tsx'

type Props = {
  /** Whether something typed is neither saved nor being saved, checked at the moment of leaving. */
  readonly isUnsaved: () => boolean
  /** Whether leaving the page saves the text, so that no warning is needed. */
  readonly isDraftSaved?: () => boolean
}

const neverSaved = () => false

/** Warns before typed changes are lost, within the app and when closing the tab. Each page has only one. */
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
const Discard = createContext<(() => void) | null>(null)

type FormsProps = {
  /** Whether the typed text is no longer needed, so that no warning is shown. */
  readonly isOver: () => boolean
  readonly children: ReactNode
}

/**
 * A page of forms that are saved separately. It warns before the user leaves with an unsaved form, and can show a form
 * again as it is stored.
 */
export function UnsavedForms({ isOver, children }: FormsProps) {
  const [forms] = useState(() => new Set<() => boolean>())
  const [discarded, setDiscarded] = useState(0)
  return (
    <FormsOfPage value={forms}>
      <Discard value={() => setDiscarded((times) => times + 1)}>
        <Fragment key={discarded}>{children}</Fragment>
      </Discard>
      <UnsavedChanges isUnsaved={() => !isOver() && [...forms].some((isUnsaved) => isUnsaved())} />
    </FormsOfPage>
  )
}

/** Shows the page as it is stored, without what was typed. Null outside of such a page. */
export function useDiscard(): (() => void) | null {
  return useContext(Discard)
}

/** Adds a form to the page's warning. `isUnsaved` is called when leaving. */
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
