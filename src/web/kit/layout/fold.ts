import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'

/** Hidden, but found by the browser's search, which opens it. */
const folded = '[hidden="until-found"]'

type Fold = {
  readonly id: string
  readonly body: RefObject<HTMLDivElement | null>
  readonly isOpen: boolean
  readonly toggle: () => void
}

/** The body of an optional section: folded while unused, and open from its first use on, even if that is cleared again. */
export function useFold(isUsed: boolean): Fold {
  const id = useId()
  const body = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(isUsed)
  const [wasUsed, setWasUsed] = useState(isUsed)
  if (isUsed !== wasUsed) {
    setWasUsed(isUsed)
    if (isUsed) setIsOpen(true)
  }
  useLayoutEffect(() => {
    if (isOpen) body.current?.removeAttribute('hidden')
    else body.current?.setAttribute('hidden', 'until-found')
  }, [isOpen])
  useEffect(() => {
    const { current } = body
    const open = () => {
      current?.removeAttribute('hidden')
      setIsOpen(true)
    }
    current?.addEventListener('beforematch', open)
    return () => current?.removeEventListener('beforematch', open)
  }, [])
  return { id, body, isOpen, toggle: () => setIsOpen(!isOpen) }
}

/** Opens what is folded around an element, which can then have the focus. */
export function unfold(element: Element | null | undefined): void {
  element?.closest(folded)?.dispatchEvent(new Event('beforematch'))
}

/** Opens a section that is folded. */
export function unfoldSection(section: Element | null | undefined): void {
  unfold(section?.querySelector(folded))
}
