import { lookUp } from '#foundation/values/look-up.ts'
/** An XML element with its attributes and its content: text, or elements in order. Null and undefined are left out. */
export type Element = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly content: string | readonly Element[]
}

type Content = string | readonly (Element | null | undefined | readonly (Element | null | undefined)[])[]

/** Makes an XML element. One without content is left out. */
export function element(
  name: string,
  content: Content | null | undefined,
  attributes: Readonly<Record<string, string>> = {},
): Element | null {
  if (content === null || content === undefined || content === '') return null
  if (typeof content === 'string') return { name, attributes, content }
  const children = content.flat().filter((child) => child !== null && child !== undefined)
  return children.length === 0 ? null : { name, attributes, content: children }
}

/** A whole document. */
export function documentOf(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${textOf(root)}\n`
}

function textOf({ name, attributes, content }: Element): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  const inner = typeof content === 'string' ? escaped(content) : content.map(textOf).join('')
  return `<${name}${given.join('')}>${inner}</${name}>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for XML, and removes the control characters that XML cannot contain. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>"]/g, (sign) => lookUp(entities, sign) ?? '')
}
