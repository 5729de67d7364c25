// Acts by keyboard alone: tabs to a control, checks that its focus is visible, and presses, types or chooses there.
import type { Locator, Page } from '@playwright/test'
import { cardFrame, expect } from './test.ts'

/** More tab stops than the longest page has. */
const most = 150

/**
 * Tabs to a control in either direction. Every stop on the way must be visible, not covered (WCAG 2.4.11), and show its
 * focus (2.4.7).
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  const key = (await liesBefore(target)) ? 'Shift+Tab' : 'Tab'
  const stops: string[] = []
  while (!(await hasFocus(target))) {
    if (stops.length >= most) throw new Error(`Never reached ${target.toString()}: ${stops.join(' > ')}`)
    stops.push(...(await walk(page, target, key)))
  }
}

/** Tabs until a control is reached or the tab stops run out. The page can replace the element in between. */
async function walk(page: Page, target: Locator, key: string): Promise<string[]> {
  const element = await target.elementHandle()
  if (element === null) return []
  const stops: string[] = []
  for (let isThere = false; !isThere && stops.length < 25;) {
    await page.keyboard.press(key)
    const { name, problem, isTarget } = await element.evaluate(lookAtFocus)
    stops.push(name)
    if (problem !== '') throw new Error(`${name} ${problem}, on the way ${stops.slice(-5).join(' > ')}`)
    isThere = isTarget
  }
  return stops
}

/** Tabs to a button or a link and presses Enter. */
export async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Tabs to a checkbox or a switch and presses Space. */
export async function toggle(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Space')
}

/** Tabs to a text field and replaces its text. */
export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(text)
}

/** Tabs to a list and types the beginning of a choice. Enter confirms it if the list opens. */
export async function choose(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.type(text)
  if ((await target.getAttribute('role')) === 'combobox') await page.keyboard.press('Enter')
}

/** Tabs to a group of radio buttons or tabs and moves to the requested one with the arrow keys. */
export async function pick(page: Page, group: Locator, wanted: Locator): Promise<void> {
  await tabTo(page, group.locator('input:checked, [role=tab][aria-selected=true]'))
  for (let step = 0; step < 10 && !(await hasFocus(wanted)); step += 1) {
    const before = await page.evaluateHandle(() => document.activeElement)
    await page.keyboard.press('ArrowRight')
    // Tabs receive the focus a moment later.
    await page.waitForFunction((one) => document.activeElement !== one, before)
  }
  await expect(wanted).toBeFocused()
}

/** Tabs to a menu's button, opens the menu and moves to an item with the arrow keys. */
export async function pressItem(page: Page, button: Locator, item: Locator): Promise<void> {
  await press(page, button)
  for (let step = 0; step < 10 && !(await hasFocus(item)); step += 1) await page.keyboard.press('ArrowDown')
  await expect(item).toBeFocused()
  await page.keyboard.press('Enter')
}

/** Tabs through Stripe's card field and types a card with a future expiry date. */
export async function typeCard(page: Page, number: string): Promise<void> {
  const frame = cardFrame(page)
  for (const [name, text] of [
    ['Card number', number],
    ['Expiry date', '1234'],
    ['CVC', '123'],
  ] as const) {
    await tabTo(page, frame.getByRole('textbox', { name }))
    await page.keyboard.type(text)
  }
  await expectFocusInSight(page)
}

/** Tabs to the button that opens the browser's file dialog, presses it and chooses a file. */
export async function chooseFile(
  page: Page,
  button: Locator,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  // Listening for the file dialog takes a moment to start, so it must begin before Enter.
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page, button)])
  await chooser.setFiles(file)
}

/**
 * Tabs through the whole page or open dialog and returns its problems: tab stops that are out of view, covered or
 * without visible focus, and controls that cannot be reached.
 */
export async function tabThrough(page: Page): Promise<string[]> {
  const body = page.locator('body')
  // Starts at its own element before the first tab stop, because an earlier test can have left the focus in the
  // browser's controls.
  await body.evaluate(standBefore)
  const problems: string[] = []
  for (let stops = 0; stops < most; stops += 1) {
    await page.keyboard.press('Tab')
    const { name, problem } = await body.evaluate(lookAtFocus)
    if (problem !== '') problems.push(`${name} ${problem}`)
    if (await body.evaluate(markStop)) return [...problems, ...(await body.evaluate(listMissed))]
  }
  return [...problems, `more than ${most} stops`]
}

/** Runs in the page: puts an element at the start of the page or open dialog and focuses it. */
function standBefore(): void {
  const place = document.createElement('span')
  place.tabIndex = -1
  place.addEventListener('blur', () => setTimeout(() => place.remove()))
  const over = document.querySelector('[aria-modal=true], dialog[open]') ?? document.body
  over.prepend(place)
  place.focus()
}

/**
 * Runs in the page: marks the focused element. Returns true after the last tab stop, or back at a dialog's first one.
 */
function markStop(): boolean {
  const element = document.activeElement ?? document.body
  // The fields inside the card frame are separate tab stops.
  if (element.localName === 'iframe') return false
  if (!document.hasFocus() || element === document.body || element.hasAttribute('data-stop')) return true
  element.setAttribute('data-stop', '')
  return false
}

/** Runs in the page: lists usable controls that Tab did not reach. A group with arrow keys has only one tab stop. */
function listMissed(): string[] {
  const over = document.querySelector('[aria-modal=true], dialog[open]') ?? document.body
  const controls = over.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')
  return [...controls].flatMap((one) => {
    const isInUse = one.checkVisibility({ visibilityProperty: true }) && !one.matches(':disabled, [inert] *')
    const isOfGroup = one.matches('[type=radio], [tabindex="-1"], [role=tab]')
    if (!isInUse || isOfGroup || one.hasAttribute('data-stop')) return []
    return [`${one.outerHTML.slice(0, 80)} is no stop`]
  })
}

/** Checks that the focused element is visible, not covered, and shows its focus. */
export async function expectFocusInSight(page: Page): Promise<void> {
  const { name, problem } = await page.locator('body').evaluate(lookAtFocus)
  expect(problem, name).toBe('')
}

async function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((one) => one.ownerDocument.hasFocus() && one === one.ownerDocument.activeElement)
}

async function liesBefore(target: Locator): Promise<boolean> {
  return target.evaluate((one) => {
    const from = one.ownerDocument.activeElement ?? one
    return (from.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
  })
}

type Look = { readonly name: string; readonly problem: string; readonly isTarget: boolean }

/** Runs in the page: describes the focused element and any problem with its focus. */
async function lookAtFocus(target: Element): Promise<Look> {
  const element = document.activeElement ?? document.body
  const label = element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.textContent
  const name = `${element.localName} "${label.trim().slice(0, 40)}"`
  const isTarget = document.hasFocus() && element === target
  // The browser's own controls follow the last stop. Other documents show their own focus, except the card field, whose
  // border is in our page.
  const isElsewhere =
    !document.hasFocus() ||
    element === document.body ||
    window !== window.top ||
    (element.localName === 'iframe' && element.closest('.control') === null)
  if (isElsewhere) return { name, problem: '', isTarget }
  // A focus ring or an opening dialog can take a moment to appear, longer on a slow machine.
  const deadline = performance.now() + 10_000
  while (!(isInSight() && isMarked()) && performance.now() < deadline) {
    await new Promise(requestAnimationFrame)
  }
  const problem = isInSight() ? (isMarked() ? '' : 'does not show its focus') : 'is out of sight or covered'
  return { name, problem, isTarget }

  /** A link over several lines can be taller than the window, so one visible line is enough. */
  function isInSight(): boolean {
    return [...element.getClientRects()].some((box) => {
      const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)]
      const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)]
      const topmost = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      if (topmost?.closest('[data-sonner-toast]')) return true
      return topmost !== null && (element.contains(topmost) || topmost.contains(element))
    })
  }

  /** Whether the element, or the one that represents it, has an outline or a shadow ring. */
  function isMarked(): boolean {
    const holder = element.closest('label, li, .control')
    return [element, ...(holder === null ? [] : [holder])].some((one) => {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(one)
      const isOutlined =
        outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1 && !/, 0\)$|\/ 0\)$/.test(outlineColor)
      const isRinged = /0px 0px 0px (?!0px)[\d.]+px/.test(boxShadow)
      return isOutlined || isRinged
    })
  }
}
