import { contrast, parseHex } from '#buying/checkout/page/page-theme.ts'

/**
 * The contrast ratio of two colors, from 1 to 21, as WCAG 2.2 defines it; null when one is not a color. Colors are `#`
 * and three or six hexadecimal digits.
 */
export function contrastRatio(first: string, second: string): number | null {
  const [one, other] = [parseHex(first), parseHex(second)]
  return one === null || other === null ? null : contrast(one, other)
}
