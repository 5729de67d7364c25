/** References to characters, such as `&#106;` or `&#x6a;`. */
const characters = /&#(?:x0*([\da-f]{1,6})|0*(\d{1,7}));/gi

/** Elements that run something or load another document, whatever the prefix of their namespace. */
const elements =
  /<(?:[^\s<>:"'=/&]+:)?(?:script|handler|listener|iframe|frame|frameset|object|embed|meta|base)(?=[\s/>])/i

const signs: readonly RegExp[] = [
  elements,
  // An event handler as an attribute, set by an animation, or declared for all elements.
  /\son[a-z]+\s*=\s*["']/i,
  /\sattributename\s*=\s*["']\s*on/i,
  /<!attlist/i,
  // A URL that is a script. Browsers ignore white space before and within its scheme.
  /["';][\0-\x20]*j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t\s*:/i,
  // Style sheets outside of the drawing, which can turn it into a web page.
  /<\?xml-stylesheet/i,
  // External entities and entities with markup could hide all of these.
  /<!entity\s+(?:%|\S+\s+(?:system|public)\s)/i,
  /<!entity\s+\S+\s+(?:"[^"]*[<&%]|'[^']*[<&%])/i,
]

/** An attribute whose whole value is an entity. Drawing programs declare namespace URLs this way. */
const named = /=\s*(["'])&[^#\s;&<>"']+;\1/gi
/** A reference to an entity that XML does not define itself. */
const reference = /&(?!(?:amp|lt|gt|quot|apos);)[^#\s;&<>"']+;/

/** Whether a drawing (SVG) contains a script, or could load one when it is opened in a browser. */
export function isActiveDrawing(content: Buffer): boolean {
  // Once NUL bytes are removed, UTF-16 is readable too. A reference can consist of other references.
  const text = decode(decode(content.toString('latin1').replaceAll('\0', '')))
  // An escape sequence can switch encodings, even within a word.
  if (text.includes('\u001b') || signs.some((sign) => sign.test(text))) return true
  return /<!entity/i.test(text) && reference.test(text.replaceAll(named, ''))
}

function decode(text: string): string {
  if (!text.includes('&#')) return text
  return text.replaceAll(characters, (found, hex: string | undefined, decimal: string | undefined) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : found
  })
}
