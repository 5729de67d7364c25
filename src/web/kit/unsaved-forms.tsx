import {
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
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

/**
 * Puts a form under the page's question. What it holds when it is shown, and after each of its saves, counts as saved: `saves` is
 * how many there were. While it `isBusy` saving there is nothing to ask.
 */
export function useUnsavedForm(
  form: RefObject<HTMLFormElement | null>,
  { isBusy, saves }: { readonly isBusy: boolean; readonly saves: number },
): void {
  const forms = useContext(FormsOfPage)
  const saved = useRef('')
  useEffect(() => {
    saved.current = textOf(form.current)
  }, [form, saves])
  const isUnsaved = useEffectEvent(() => !isBusy && textOf(form.current) !== saved.current)
  useEffect(() => {
    if (forms === null) return undefined
    const ask = () => isUnsaved()
    forms.add(ask)
    return () => void forms.delete(ask)
  }, [forms])
}

function textOf(form: HTMLFormElement | null): string {
  return form === null ? '' : JSON.stringify([...new FormData(form)])
}
