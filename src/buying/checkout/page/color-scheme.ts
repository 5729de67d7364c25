import type { ColorScheme } from '#foundation/db/tables/products.ts'

export const colorSchemes = ['automatic', 'light', 'dark', 'device'] as const satisfies readonly ColorScheme[]

/** The color scheme of a page. `device` follows the setting of the reader's device. */
export type ShownScheme = Exclude<ColorScheme, 'automatic'>

/** By default a page follows the device, and a page in a frame is light because most sites are. */
export function shownScheme(scheme: ColorScheme, isFramed: boolean): ShownScheme {
  if (scheme !== 'automatic') return scheme
  return isFramed ? 'light' : 'device'
}
