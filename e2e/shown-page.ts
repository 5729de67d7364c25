import type { Page } from '@playwright/test'

/** A page that is looked at as a whole. */
export type ShownPage = {
  readonly name: string
  readonly path: string
  /** What is done on it before it is looked at, such as opening a dialog. */
  readonly open?: (page: Page) => Promise<unknown>
  /** What opens is a dialog, which Escape closes. */
  readonly isDialog?: boolean
  /** The only width at which it is there, in pixels. */
  readonly width?: number
}
