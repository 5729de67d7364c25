/** How a person visits: the browser, the width, and whether by keyboard alone. */
export type Walk = {
  readonly browser: 'chromium' | 'firefox' | 'webkit'
  readonly isOnPhone: boolean
  readonly isByKeyboard: boolean
}
