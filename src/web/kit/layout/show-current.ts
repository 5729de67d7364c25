/** On a narrow screen tabs scroll, and the current one may be beyond the edge, also once a phone is turned. */
export function showCurrent(nav: HTMLElement | null): (() => void) | undefined {
  if (nav === null) return undefined
  const observer = new ResizeObserver(() => {
    const current = nav.querySelector<HTMLElement>('[aria-current=page]')
    if (current === null) return
    // In the middle, so that those beside it are seen as well.
    const room = nav.clientWidth - current.offsetWidth
    nav.scrollLeft = current.offsetLeft - nav.offsetLeft - room / 2
  })
  observer.observe(nav)
  return () => observer.disconnect()
}
