import { shopFonts } from '#accounts/shop/fonts.ts'
import type { ShopFont } from '#foundation/db/tables/identity.ts'
import {
  contrast,
  darkSurface,
  edgeContrast,
  fallbackTheme,
  hex,
  lightSurface,
  moveUntil,
  parseHex,
  readableOn,
  type Rgb,
  textContrast,
  white,
} from '#foundation/http/pages/brand-colors.ts'
import { dark, forcedPaletteStyle, light } from '#foundation/http/pages/palette.ts'
import type { ShownScheme } from './color-scheme.ts'

/** The look of a page, with colors as the seller typed them. */
export type Look = {
  readonly themeColor: string
  readonly buttonTextColor: string
  readonly font: ShopFont
  readonly scheme: ShownScheme
}

/** The look of pages that belong to the whole shop. Their color is ink by default. */
export function shopLook({
  brandColor,
  font,
}: {
  readonly brandColor: string | null
  readonly font: ShopFont
}): Look {
  return { themeColor: brandColor ?? light.ink, buttonTextColor: '#fff', font, scheme: 'device' }
}

/** The seller's colors as CSS custom properties. */
export function themeStyle({ themeColor, buttonTextColor, font, scheme }: Look): string {
  const theme = parseHex(themeColor) ?? fallbackTheme
  const onTheme = readableOn(theme, parseHex(buttonTextColor) ?? white)
  const fontStyle = font === 'system' ? '' : `body{font-family:${shopFonts[font].family}}`
  const inLight = surfaceColors(theme, lightSurface)
  const inDark = hex(theme) === light.ink ? inkInDark : surfaceColors(theme, darkSurface)
  const colors = `:root{--theme:${hex(theme)};--on-theme:${hex(onTheme)};${inLight}}`
  const schemeStyle =
    scheme === 'device'
      ? `@media screen and (prefers-color-scheme:dark){:root{${inDark}}}`
      : forcedPaletteStyle(scheme) + (scheme === 'dark' ? `@media screen{:root{${inDark}}}` : '')
  return colors + schemeStyle + fontStyle
}

/** The default color, ink, is the text color, so it is light on a dark page. */
const inkInDark = `--theme:${dark.ink};--on-theme:${light.ink};--accent:${dark.ink};--edge:${dark.ink}`

/**
 * The colors derived from the theme: `accent` is for links, focus rings and ticks, and `edge` outlines the
 * button against its background.
 */
function surfaceColors(theme: Rgb, surface: Rgb): string {
  const accent = moveUntil(theme, surface, textContrast)
  const edge = contrast(theme, surface) >= edgeContrast ? theme : accent
  return `--accent:${hex(accent)};--edge:${hex(edge)}`
}
