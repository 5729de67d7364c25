/** How a visitor uses the site: in which browser, at what width, and whether by keyboard alone. */
export type Walk = {
  readonly browser: 'chromium' | 'firefox' | 'webkit'
  readonly isOnPhone: boolean
  readonly isByKeyboard: boolean
}
