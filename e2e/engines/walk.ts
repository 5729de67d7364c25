/** How a person visits: in which browser, at what width, with a pointer or by keyboard alone. */
export type Walk = {
  readonly browser: 'chromium' | 'firefox' | 'webkit'
  readonly isOnPhone: boolean
  readonly isByKeyboard: boolean
}
