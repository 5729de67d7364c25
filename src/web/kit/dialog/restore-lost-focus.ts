/** A place in the page: an element or, once that is removed, the one before or around it. */
type Place = { readonly node: Node; readonly is: 'here' | 'before' | 'around' }
type Trail = readonly Place[]

const dialogs = '[role="dialog"], [role="alertdialog"]'
const focusable =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex]'
/** The number of places to remember. Dialogs are never nested that deep. */
const longest = 20

/**
 * Restores the focus. A browser drops it when the focused element is removed. Here it moves to the next element at that
 * place, such as the next card in a list. When a dialog closes, it moves back to the element that opened it. Deliberate
 * changes of focus and clicks on empty space are respected.
 */
export function restoreLostFocus(): void {
  let trail: Trail = []
  let isLeft = false
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return
    isLeft = false
    trail = [...trail.filter(({ node }) => node !== target), { node: target, is: 'here' as const }].slice(
      -longest,
    )
  })
  document.addEventListener('pointerdown', ({ target }) => {
    isLeft =
      target instanceof Element && target.closest('main, header') !== null && !target.closest(focusable)
  })
  new MutationObserver((records) => {
    const before = trail.at(-1)
    trail = records.reduce(without, trail)
    const isGone = trail.at(-1) !== before || (before !== undefined && isDisabled(before.node))
    if (isLeft || !isGone || !isLost()) return
    // Inside a dialog, restores the focus immediately, before the dialog takes it. Elsewhere, first gives the next page
    // a chance to take it.
    const scope = scopeOf(trail.findLast(isThere)?.node)
    if (scope.matches(dialogs)) restore(trail)
    else requestAnimationFrame(() => isLost() && restore(trail))
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}

/**
 * The remembered places after the page changed: elements removed with a dialog are dropped, and for others only their
 * place is kept.
 */
function without(trail: Trail, { removedNodes, previousSibling, target }: MutationRecord): Trail {
  const removed = Array.from(removedNodes)
  return trail.flatMap((place) => {
    const root = removed.find((node) => node.contains(place.node))
    if (root === undefined || root.isConnected) return [place]
    if (holdsDialog(root)) return []
    const spot =
      previousSibling === null
        ? { node: target, is: 'around' as const }
        : { node: previousSibling, is: 'before' as const }
    return [spot]
  })
}

function holdsDialog(node: Node): boolean {
  return node instanceof Element && (node.matches(dialogs) || node.querySelector(dialogs) !== null)
}

function isDisabled(node: Node): boolean {
  return node instanceof Element && node.matches(':disabled')
}

function isThere({ node }: Place): boolean {
  return node.isConnected
}

function isLost(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || isDisabled(activeElement)
}

/** Moves the focus to the newest place that is still in the page, or to the nearest element. */
function restore(trail: Trail): void {
  const place = trail.findLast(isThere)
  if (place === undefined) return
  const { node, is } = place
  if (is === 'here' && node instanceof HTMLElement && isUsable(node)) {
    node.focus()
    return
  }
  const scope = scopeOf(node)
  const all = Array.from(scope.querySelectorAll<HTMLElement>(focusable)).filter(isUsable)
  const next = all.find((element) => {
    const position = node.compareDocumentPosition(element)
    const isInside = (position & Node.DOCUMENT_POSITION_CONTAINED_BY) !== 0
    return (position & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 && (is === 'around' || !isInside)
  })
  const found = next ?? all.at(-1) ?? scope
  found.focus()
}

/** The element within which the focus stays: a dialog, or the page's content. */
function scopeOf(node: Node | undefined): HTMLElement {
  const element = node instanceof Element ? node : node?.parentElement
  return (
    element?.closest<HTMLElement>(`${dialogs}, main, header`) ??
    document.querySelector<HTMLElement>('main') ??
    document.body
  )
}

function isUsable(element: HTMLElement): boolean {
  return (
    element.tabIndex >= 0 &&
    !isDisabled(element) &&
    element.closest('[inert]') === null &&
    element.checkVisibility({ visibilityProperty: true })
  )
}
