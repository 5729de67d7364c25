import type { ColorScheme } from '#foundation/db/tables/products.ts'

export const colorSchemes = ['automatic', 'light', 'dark', 'device'] as const satisfies readonly ColorScheme[]

/** The color scheme of a page; `device` follows the reader's device. */
export type ShownScheme = Exclude<ColorScheme, 'automatic'>

/** By default a page follows the device, and a frame is light, as most sites are. */
export function shownScheme(scheme: ColorScheme, isFramed: boolean): ShownScheme {
  if (scheme !== 'automatic') return scheme
  return isFramed ? 'light' : 'device'
}
