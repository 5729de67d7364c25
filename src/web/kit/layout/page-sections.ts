import { useEffect, useEffectEvent, useState, type RefObject } from 'react'

/** A section of a page: the id of its heading, its title, and how many things there are to look at. */
export type PageSection = { readonly id: string; readonly title: string; readonly count: number }

/**
 * The sections within an element, in their order. They are read from the page, because which there are depends on plan and
 * rights, and because marked fields are counted as well as the `places` to look at, which are found anew where `told` changes.
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
    // What is found and marked is one thing.
    const found = places.filter((place) => section.contains(place) && !marked.includes(place))
    return [{ id: heading.id, title: heading.textContent, count: found.length + marked.length }]
  })
}

/** Where the bar above the page ends and reading begins, as a part of the window's height. */
const readingLine = 0.35

/** The section that is being read, by its id. */
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
