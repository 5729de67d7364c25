/**
 * The contrast ratio of two colors, from 1 to 21, as WCAG 2.2 defines it; null when one is not a color. Colors are `#`
 * and three or six hexadecimal digits.
 */
export function contrastRatio(first: string, second: string): number | null {
  const one = luminance(first)
  const other = luminance(second)
  if (one === null || other === null) return null
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

function luminance(color: string): number | null {
  const channels = channelsOf(color)
  if (channels === null) return null
  const [red, green, blue] = channels.map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

function channelsOf(color: string): readonly number[] | null {
  const [, short, long] = /^#(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i.exec(color) ?? []
  const digits = long ?? (short === undefined ? null : Array.from(short, (digit) => digit + digit).join(''))
  if (digits === null) return null
  return [0, 2, 4].map((start) => Number.parseInt(digits.slice(start, start + 2), 16) / 255)
}
