import { isRecord } from '../record.ts'

/** The variants of an element's style and the properties that a page can set. */
const variants = ['base', 'complete', 'empty', 'invalid'] as const
const properties = {
  color: 'color',
  fontFamily: 'font-family',
  fontSize: 'font-size',
  fontStyle: 'font-style',
  fontVariant: 'font-variant',
  fontWeight: 'font-weight',
  letterSpacing: 'letter-spacing',
  lineHeight: 'line-height',
  textDecoration: 'text-decoration',
  textShadow: 'text-shadow',
  textTransform: 'text-transform',
  iconColor: 'color',
} as const
const nested = { '::placeholder': 'placeholder', ':focus': 'focus' } as const

/** Whether a browser accepts the value for the property. Outside of tests, this is `CSS.supports`. */
type SupportsStyle = (property: string, value: string) => boolean

/**
 * Turns a page's style option into custom properties for the frame's stylesheet, such as `--invalid-color` and
 * `--base-placeholder-color`. Leaves out unlisted properties, invalid values and anything that could load a URL.
 */
export function styleProperties(style: unknown, supports: SupportsStyle): Map<string, string> {
  const found = new Map<string, string>()
  for (const variant of variants) {
    const values = fieldOf(style, variant)
    collect(found, `--${variant}`, values, supports)
    for (const [selector, name] of Object.entries(nested))
      collect(found, `--${variant}-${name}`, fieldOf(values, selector), supports)
  }
  return found
}

function collect(found: Map<string, string>, prefix: string, values: unknown, supports: SupportsStyle): void {
  for (const [option, property] of Object.entries(properties)) {
    const given = fieldOf(values, option)
    if (typeof given !== 'string' && typeof given !== 'number') continue
    const value = String(given)
    const name = option === 'iconColor' ? 'icon-color' : property
    if (isHarmless(value) && supports(property, value)) found.set(`${prefix}-${name}`, value)
  }
}

export function isHarmless(value: string): boolean {
  return (
    value.length <= 300 && /^[\w\s.,#%()'"/+*-]*$/.test(value) && !/url|image|src|var|env|attr/i.test(value)
  )
}

function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined
}
