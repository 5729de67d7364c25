import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** A section of a page: the id of its heading, its title, and its number of places to check. */
export type PageSection = { readonly id: string; readonly title: string; readonly count: number }

/**
 * The sections within an element, in order. They are read from the page, because plan and rights decide which sections
 * exist, and because marked fields count along with the `places` to check. They are counted again when `told` changes.
 */
export function useSections(
  within: RefObject<HTMLElement | null>,
  told = '',
  places: (within: HTMLElement) => readonly Element[] = nowhere,
): readonly PageSection[] {
  const [sections, setSections] = useState<readonly PageSection[]>([])
  const read = useEffectEvent(() => {
    const found = within.current === null ? [] : sectionsIn(within.current, places(within.current))
    setSections((known) => (JSON.stringify(known) === JSON.stringify(found) ? known : found))
  })
  useEffect(() => read(), [told])
  useEffect(() => {
    const { current } = within
    if (current === null) return undefined
    const observer = new MutationObserver(() => read())
    observer.observe(current, {
      subtree: true,
      childList: true,
      attributeFilter: ['aria-invalid', 'data-invalid'],
    })
    return () => observer.disconnect()
  }, [within])
  return sections
}

const nowhere = () => []

function sectionsIn(within: HTMLElement, places: readonly Element[]): PageSection[] {
  return Array.from(within.querySelectorAll('section')).flatMap((section) => {
    const heading = section.querySelector('h2')
    if (heading === null) return []
    const marked = Array.from(section.querySelectorAll('[aria-invalid="true"], [data-invalid="true"]'))
    // A place that is both found and marked counts only once.
    const found = places.filter((place) => section.contains(place) && !marked.includes(place))
    return [{ id: heading.id, title: heading.textContent, count: found.length + marked.length }]
  })
}

/** Where the person is assumed to be reading, below the page's bar, as a fraction of the window's height. */
const readingLine = 0.35

/** The id of the section that is being read. */
export function useCurrentSection(sections: readonly PageSection[]): string | undefined {
  const [current, setCurrent] = useState<string>()
  const look = useEffectEvent(() => {
    const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
    const begun = sections.filter(({ id }) => {
      const top = document.getElementById(id)?.getBoundingClientRect().top
      return top !== undefined && top < window.innerHeight * readingLine
    })
    setCurrent((isAtEnd ? sections : begun).at(-1)?.id ?? sections[0]?.id)
  })
  useEffect(() => look(), [sections])
  useEffect(() => {
    const listen = () => look()
    window.addEventListener('scroll', listen, { passive: true })
    window.addEventListener('resize', listen)
    return () => {
      window.removeEventListener('scroll', listen)
      window.removeEventListener('resize', listen)
    }
  }, [])
  return current
}

/** The section is hidden, but the browser's search finds it and opens it. */
const folded = '[hidden="until-found"]'

type Fold = {
  readonly id: string
  readonly body: RefObject<HTMLDivElement | null>
  readonly isOpen: boolean
  readonly toggle: () => void
}

/**
 * The body of an optional section. It is folded until its first use, and stays open from then on even if it
 * is cleared again.
 */
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

/** Opens everything folded around an element, so that it can have the focus. */
export function unfold(element: Element | null | undefined): void {
  element?.closest(folded)?.dispatchEvent(new Event('beforematch'))
}

/** Opens a section that is folded. */
export function unfoldSection(section: Element | null | undefined): void {
  unfold(section?.querySelector(folded))
}
