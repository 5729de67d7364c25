/** How somebody comes: in which browser, on what width, with a pointer or by the keyboard alone. */
export type Walk = {
  readonly browser: 'chromium' | 'firefox' | 'webkit'
  readonly isOnPhone: boolean
  readonly isByKeyboard: boolean
}
