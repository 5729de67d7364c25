/** An element's position relative to the focus. `in its group` means another choice in the same group. */
export type PlaceOfFocus = 'here' | 'out of sight' | 'in its group' | 'before' | 'after'

/** This function runs in the page, so it can use only its argument. */
export function placeOfFocus(wanted: Element): PlaceOfFocus {
  const active = wanted.ownerDocument.activeElement
  const [is, wants] = [active, wanted].map((one) =>
    one instanceof HTMLInputElement && one.type === 'radio' ? one.name : '',
  )
  if (active !== wanted) {
    if (is !== '' && is === wants) return 'in its group'
    const position = active?.compareDocumentPosition(wanted) ?? 0
    return (position & Node.DOCUMENT_POSITION_PRECEDING) === 0 ? 'after' : 'before'
  }
  const { x, y, width, height } = wanted.getBoundingClientRect()
  const topmost = document.elementFromPoint(x + width / 2, y + height / 2)
  const isInSight = topmost !== null && (wanted.contains(topmost) || topmost.contains(wanted))
  return isInSight ? 'here' : 'out of sight'
}
