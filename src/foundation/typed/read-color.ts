import { inUsualWidth } from './plain-signs.ts'

/** Reads colors: `#` and its digits, in any form in which a design program copies them. Other text is only trimmed. */
export function plainColor(typed: string): string {
  const text = inUsualWidth(typed.replaceAll(/\p{DI}/gu, ''))
    .trim()
    .replaceAll(/^["'`“”„‘’]+|["'`“”„‘’;,.]+$/g, '')
    .trim()
  const [, digits] = /^(?:#|0x)?\s*([\da-f]{6}|[\da-f]{3})(?:ff)?$/i.exec(text) ?? []
  return digits === undefined ? text : `#${digits}`
}
