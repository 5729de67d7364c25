/** A spot in the page: an element itself, or, where that is gone, what it stood after or within. */
type Place = { readonly node: Node; readonly is: 'here' | 'before' | 'around' }
type Trail = readonly Place[]

const dialogs = '[role="dialog"], [role="alertdialog"]'
const focusable =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex]'
/** More than dialogs are ever opened from within each other. */
const longest = 20

/**
 * Restores the keyboard's place in the page. A browser drops the focus when the element that has it goes: here it moves
 * on to what follows where that element stood, such as the next card of a list, and from a dialog that closes back to
 * where it was opened from. Whoever takes the focus on purpose, or presses beside everything, is not disturbed.
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
    // Within a dialog at once, or it would take the focus itself. Elsewhere after the next page has taken it.
    const scope = scopeOf(trail.findLast(isThere)?.node)
    if (scope.matches(dialogs)) restore(trail)
    else requestAnimationFrame(() => isLost() && restore(trail))
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}

/** The trail after a change of the page: what went with a dialog is dropped, what else went leaves its spot. */
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

/** Takes the focus to the newest spot that is still in the page, or to what is nearest to it. */
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

/** What the keyboard stays within: a dialog, or the content of the page. */
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
