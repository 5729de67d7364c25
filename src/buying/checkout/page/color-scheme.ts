import type { ColorScheme } from '#foundation/db/tables/products.ts'

export const colorSchemes = ['automatic', 'light', 'dark', 'device'] as const satisfies readonly ColorScheme[]

/** What a page is drawn in; `device`: as the reader's device has it. */
export type ShownScheme = Exclude<ColorScheme, 'automatic'>

/** A page of its own is as the device, and a frame light, as most sites are, until the seller chooses. */
export function shownScheme(scheme: ColorScheme, isFramed: boolean): ShownScheme {
  if (scheme !== 'automatic') return scheme
  return isFramed ? 'light' : 'device'
}
