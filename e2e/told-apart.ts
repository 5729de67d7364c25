// Checks what axe does not: the headings, tables and names by which screen reader users navigate.
import type { Page } from '@playwright/test'

/**
 * A page's problems for screen readers: a heading that skips a level, a table without a name, a row without a header,
 * or a control with the same name in every row.
 */
export async function findScreenReaderProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = [...document.querySelectorAll('[aria-modal=true]')].at(-1) ?? document.body
    const shown = (selector: string) =>
      [...root.querySelectorAll<HTMLElement>(selector)].filter((one) =>
        one.checkVisibility({ visibilityProperty: true }),
      )
    const levels = shown('h1, h2, h3, h4').map((one) => [Number(one.localName.slice(1)), one] as const)
    const skipped = levels.filter(([level], index) => level > (levels[index - 1]?.[0] ?? 1) + 1)
    const tables = shown('table')
    const nameless = tables.filter(
      (table) => !table.hasAttribute('aria-label') && table.querySelector('caption') === null,
    )
    const unnamed = tables.flatMap((table) => [...table.querySelectorAll('tbody tr:not(:has(th))')])
    const alike = shown('main :is(ul, ol):has(> li + li + li)').flatMap((list) => {
      const rows = [...list.children]
      const named = [...(rows[0]?.querySelectorAll('a[aria-label], button[aria-label]') ?? [])]
      return named.filter(({ ariaLabel }) =>
        rows.every((row) => row.querySelector(`[aria-label="${CSS.escape(ariaLabel ?? '')}"]`) !== null),
      )
    })
    const text = (one: Element) => (one.ariaLabel ?? one.textContent).trim().slice(0, 60)
    return [
      ...skipped.map(([level, one]) => `a heading of level ${level} has none above: ${text(one)}`),
      ...nameless.map((one) => `a table has no name: ${text(one)}`),
      ...unnamed.map((one) => `a row has no header: ${text(one)}`),
      ...alike.map((one) => `has this name in each row of its list: ${text(one)}`),
    ]
  })
}
