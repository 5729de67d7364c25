// Checks that a screen fits: texts are not cut off, and controls are visible and large enough.
import type { Page } from '@playwright/test'

/** A separate control's minimum size in pixels (WCAG 2.2, 2.5.8). */
const leastTarget = 24

/** Lists everything that does not fit into the window, or into the dialog if one is open. */
export async function misfits(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const over = document.querySelector('[aria-modal=true], dialog[open]')
    const top = over ?? document.body
    const isSeen = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      return (
        width > 2 &&
        height > 2 &&
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      )
    }
    const nameOf = (element: Element) =>
      (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 50) ||
      element.outerHTML.slice(0, 80)
    const isText = (node: Node) => node instanceof Text && node.data !== ''
    const controls = [...top.querySelectorAll('a[href], button, input, select, textarea, summary')].filter(
      isSeen,
    )
    const wide =
      document.documentElement.scrollWidth > window.innerWidth ? ['The page is wider than the window'] : []
    const small = controls.flatMap((control) => {
      // A link within a sentence is as tall as its line, and elements revealed only by keyboard are not click targets.
      if (getComputedStyle(control).display === 'inline' || control.matches('.sr-only')) return []
      const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : []
      const boxes = [control, ...labels].map((element) => element.getBoundingClientRect())
      const isLarge = boxes.some(({ width, height }) => width >= least && height >= least)
      return isLarge ? [] : [`Smaller than ${least} pixels: ${nameOf(control)}`]
    })
    const spilling = controls.flatMap((control) =>
      control instanceof HTMLButtonElement && control.scrollWidth > control.clientWidth + 1
        ? [`Wider than its button: ${nameOf(control)}`]
        : [],
    )
    const answers =
      over?.matches('[aria-modal=true]') === true ? [...over.querySelectorAll('button[type=submit]')] : []
    const hidden = answers.flatMap((answer) => {
      const { top: from, bottom } = answer.getBoundingClientRect()
      return isSeen(answer) && (from < 0 || bottom > window.innerHeight)
        ? [`Out of sight: ${nameOf(answer)}`]
        : []
    })
    // A browser's translator wraps texts in elements, which turns adjacent texts into separate columns.
    const parted = [...top.querySelectorAll('*')].flatMap((element) => {
      const isRow = isSeen(element) && /flex|grid/.test(getComputedStyle(element).display)
      const isTwice = [...element.childNodes].some(
        (node) => isText(node) && node.nextSibling !== null && isText(node.nextSibling),
      )
      return isRow && isTwice ? [`Two texts side by side: ${nameOf(element)}`] : []
    })
    return [...wide, ...small, ...spilling, ...hidden, ...parted]
  }, leastTarget)
}

/** Runs in the page: lists what is cut off at a side and cannot be scrolled to. */
export function findWide(): string[] {
  const isScrolled = (one: Element): boolean =>
    one.parentElement !== null &&
    (['auto', 'scroll'].includes(getComputedStyle(one.parentElement).overflowX) ||
      isScrolled(one.parentElement))
  const wide = [
    ...document.body.querySelectorAll('a[href], button, input, select, textarea, p, h1, h2, h3, td'),
  ]
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((one) => {
      const { left, right } = one.getBoundingClientRect()
      return (right > innerWidth + 1 || (right > 0 && left < -1)) && !isScrolled(one)
    })
    .map((one) => one.outerHTML.slice(0, 100))
  return document.documentElement.scrollWidth > innerWidth
    ? ['The page is wider than the window', ...wide]
    : wide
}
