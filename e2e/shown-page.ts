import type { Page } from '@playwright/test'

/** A page for the tests that check every page. */
export type ShownPage = {
  readonly name: string
  readonly path: string
  /** The steps before the check, such as opening a dialog. */
  readonly open?: (page: Page) => Promise<unknown>
  /** Whether a dialog opens that Escape closes. */
  readonly isDialog?: boolean
  /** If set, the only width in pixels at which the page exists. */
  readonly width?: number
}

/** Pages without dialogs or menus, named after their paths. */
export function plain(prefix: string, paths: readonly string[]): ShownPage[] {
  return paths.map((path) => ({ name: `${prefix}${path.slice(1).replaceAll('/', '-')}`, path }))
}
