import { inUsualWidth } from './usual-width.ts'

/** The reader of colors: `#` and the digits, however a design program copies them; what is no color is only trimmed. */
export function plainColor(typed: string): string {
  const text = inUsualWidth(typed.replaceAll(/\p{DI}/gu, ''))
    .trim()
    .replaceAll(/^["'`“”„‘’]+|["'`“”„‘’;,.]+$/g, '')
    .trim()
  const [, digits] = /^(?:#|0x)?\s*([\da-f]{6}|[\da-f]{3})(?:ff)?$/i.exec(text) ?? []
  if (digits !== undefined) return `#${digits}`
  const [, ...parts] =
    /^rgba?\((\d{1,3})[,\s]+(\d{1,3})[,\s]+(\d{1,3})(?:\s*[,/]\s*(?:1|1\.0|100%))?\)$/i.exec(
      text.replaceAll(/(?<=\()\s+|\s+(?=\))/g, ''),
    ) ?? []
  return parts.length === 3 && parts.every((part) => Number(part) < 256)
    ? `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`
    : text
}
