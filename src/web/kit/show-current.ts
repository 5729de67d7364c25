/** On a narrow screen tabs scroll, and the current one may be beyond the edge. */
export function showCurrent(nav: HTMLElement | null): void {
  const current = nav?.querySelector<HTMLElement>('[aria-current=page]')
  if (!nav || !current) return
  // In the middle, so that those beside it are seen as well.
  const room = nav.clientWidth - current.offsetWidth
  nav.scrollLeft = current.offsetLeft - nav.offsetLeft - room / 2
}
