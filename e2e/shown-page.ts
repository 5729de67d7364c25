import type { Page } from '@playwright/test'

/** A page to check as a whole. */
export type ShownPage = {
  readonly name: string
  readonly path: string
  /** Steps before the check, such as opening a dialog. */
  readonly open?: (page: Page) => Promise<unknown>
  /** Whether a dialog opens that Escape closes. */
  readonly isDialog?: boolean
  /** The only width in pixels at which it exists. */
  readonly width?: number
}

/** Pages without anything to open, named after their paths. */
export function plain(prefix: string, paths: readonly string[]): ShownPage[] {
  return paths.map((path) => ({ name: `${prefix}${path.slice(1).replaceAll('/', '-')}`, path }))
}
