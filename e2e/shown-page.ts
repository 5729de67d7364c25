import type { Page } from '@playwright/test'

/** A page that is checked as a whole. */
export type ShownPage = {
  readonly name: string
  readonly path: string
  /** Steps before it is checked, such as opening a dialog. */
  readonly open?: (page: Page) => Promise<unknown>
  /** A dialog opens, which Escape closes. */
  readonly isDialog?: boolean
  /** The only width it exists at, in pixels. */
  readonly width?: number
}
