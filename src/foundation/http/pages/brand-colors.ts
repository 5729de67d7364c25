import { dark, light } from './palette.ts'

/**
 * Colors for a brand. A color that would be hard to read is moved towards black or white until it is readable. The
 * contrast ratios are those of WCAG 2.2 (4.5 for text, 3 for the edges of controls).
 */
export type Rgb = readonly [red: number, green: number, blue: number]

/** Colors with readable contrast, as `#` and six digits. */
type BrandColors = {
  /** The color of buttons, and that of the text on them. */
  readonly color: string
  readonly onColor: string
  /** The color of a button's outline: the button's own, unless that is too close to the background. */
  readonly edge: string
  /** Of text on a page. */
  readonly accent: string
}

export const fallbackTheme: Rgb = [0x7f, 0x1c, 0xcf]
export const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]
/** The backgrounds on which links and controls are hardest to read: the page in light mode, a panel in dark mode. */
export const lightSurface = parseHex(light.page) ?? white
export const darkSurface = parseHex(dark.surface) ?? black

export const textContrast = 4.5
export const edgeContrast = 3

/**
 * A brand's colors outside of style sheets: the chosen color, the color of text on it, and the color of text on a light
 * page.
 */
export function brandColors(color: string): BrandColors {
  const theme = parseHex(color) ?? fallbackTheme
  return {
    color: hex(theme),
    onColor: hex(readableOn(theme, white)),
    edge: hex(moveUntil(theme, lightSurface, edgeContrast)),
    accent: hex(moveUntil(theme, lightSurface, textContrast)),
  }
}

/** The same in the dark, where a button keeps its color as long as it is distinct from its background. */
export function brandColorsInDark(color: string): BrandColors {
  const theme = parseHex(color) ?? fallbackTheme
  if (hex(theme) === light.ink)
    return { color: dark.ink, onColor: light.ink, edge: dark.ink, accent: dark.ink }
  const shown = moveUntil(theme, darkSurface, edgeContrast)
  return {
    color: hex(shown),
    onColor: hex(readableOn(shown, white)),
    edge: hex(shown),
    accent: hex(moveUntil(theme, darkSurface, textContrast)),
  }
}

/** What replaces the color of a button's text if it would be hard to read, or null if the color stays. */
export function readableTextColor(
  themeColor: string,
  buttonTextColor: string,
): { readonly color: string; readonly name: 'black' | 'white' } | null {
  const [theme, wanted] = [parseHex(themeColor), parseHex(buttonTextColor)]
  if (theme === null || wanted === null) return null
  const shown = readableOn(theme, wanted)
  if (shown === wanted) return null
  return { color: hex(shown), name: shown === black ? 'black' : 'white' }
}

export function readableOn(background: Rgb, wanted: Rgb): Rgb {
  if (contrast(background, wanted) >= textContrast) return wanted
  return contrast(background, white) >= contrast(background, black) ? white : black
}

export function moveUntil(color: Rgb, surface: Rgb, ratio: number): Rgb {
  const target = luminance(surface) > 0.18 ? black : white
  for (let part = 0; part < 1; part += 0.1) {
    const moved = mix(color, target, part)
    if (contrast(moved, surface) >= ratio) return moved
  }
  return target
}

export function contrast(one: Rgb, other: Rgb): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(channel: number): number {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

function mix([red, green, blue]: Rgb, [toRed, toGreen, toBlue]: Rgb, part: number): Rgb {
  const blend = (from: number, to: number) => Math.round(from + (to - from) * part)
  return [blend(red, toRed), blend(green, toGreen), blend(blue, toBlue)]
}

/** Reads `#abc` and `#aabbcc`. Null for anything else, so that no other text can reach the style sheet. */
export function parseHex(color: string): Rgb | null {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(color)
  const full = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color)
  const [, red, green, blue] = short?.map((digit) => digit + digit) ?? full ?? []
  if (red === undefined || green === undefined || blue === undefined) return null
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)]
}

export function hex(color: Rgb): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
