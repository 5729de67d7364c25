import { createContext, useContext, useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { UnsavedChanges } from './unsaved-changes.tsx'

const FormsOfPage = createContext<Set<() => boolean> | null>(null)

type Props = {
  /** Whether what was typed is of no more use here: then there is nothing to ask. */
  readonly isOver: () => boolean
  readonly children: ReactNode
}

/** A page of forms that save each on its own: it asks before any of them is left with something that is not saved. */
export function UnsavedForms({ isOver, children }: Props) {
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
