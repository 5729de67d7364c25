import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  brandColors,
  brandColorsInDark,
  contrast,
  parseHex,
  readableTextColor,
} from '#foundation/http/pages/brand-colors.ts'
import { forcedPaletteStyle, paletteStyle } from '#foundation/http/pages/palette.ts'
import { themeStyle as styleOf } from './page-theme.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

const themeStyle = (themeColor: string, buttonTextColor: string) =>
  styleOf({ themeColor, buttonTextColor, font: 'system', scheme: 'device' })

function colorIn(style: string, name: string) {
  const found = parseHex(new RegExp(`--${name}:(#[0-9a-f]{6})`).exec(style)?.[1] ?? '')
  if (found === null) throw new Error(`The style has no --${name}`)
  return found
}

test('the default colors appear unchanged in the style sheet', () => {
  const [light] = themeStyle('#7F1CCF', '#fff').split('@media')
  expect(light).toBe(':root{--theme:#7f1ccf;--on-theme:#ffffff;--accent:#7f1ccf;--edge:#7f1ccf}')
})

test('every color a seller can choose is readable', () => {
  fc.assert(
    fc.property(color, color, (theme, text) => {
      const [light = '', dark = ''] = themeStyle(theme, text).split('@media')
      expect(contrast(colorIn(light, 'theme'), colorIn(light, 'on-theme'))).toBeGreaterThanOrEqual(4.5)
      for (const surface of [
        [255, 255, 255],
        [0xf5, 0xf5, 0xf7],
      ] as const) {
        expect(contrast(colorIn(light, 'accent'), surface)).toBeGreaterThanOrEqual(4.5)
      }
      expect(contrast(colorIn(light, 'edge'), [255, 255, 255])).toBeGreaterThanOrEqual(3)
      expect(contrast(colorIn(dark, 'accent'), [0x1f, 0x1f, 0x23])).toBeGreaterThanOrEqual(4.5)
      expect(contrast(colorIn(dark, 'edge'), [0x1f, 0x1f, 0x23])).toBeGreaterThanOrEqual(3)
    }),
  )
})

test('every brand color is readable in light and dark emails', () => {
  const rgb = (written: string) => parseHex(written) ?? [0, 0, 0]
  fc.assert(
    fc.property(color, (brand) => {
      const [inLight, inDark] = [brandColors(brand), brandColorsInDark(brand)]
      expect(inLight.color).toBe(brand)
      for (const { color: button, onColor } of [inLight, inDark])
        expect(contrast(rgb(button), rgb(onColor))).toBeGreaterThanOrEqual(4.5)
      // A white button has an outline.
      expect(contrast(rgb(inLight.edge), [0xf5, 0xf5, 0xf7])).toBeGreaterThanOrEqual(3)
      expect(contrast(rgb(inDark.edge), [0x1f, 0x1f, 0x23])).toBeGreaterThanOrEqual(3)
      expect(contrast(rgb(inLight.accent), [0xf5, 0xf5, 0xf7])).toBeGreaterThanOrEqual(4.5)
      expect(contrast(rgb(inDark.accent), [0x13, 0x13, 0x16])).toBeGreaterThanOrEqual(4.5)
      expect(contrast(rgb(inDark.color), [0x13, 0x13, 0x16])).toBeGreaterThanOrEqual(3)
    }),
  )
})

test('the default button is light in dark mode', () => {
  const [inLight = '', inDark = ''] = themeStyle('#18181b', '#fff').split('@media')
  expect(inLight).toContain('--theme:#18181b;--on-theme:#ffffff')
  expect(inDark).toContain('--theme:#f4f4f5;--on-theme:#18181b')
  expect(brandColorsInDark('#18181b')).toMatchObject({ color: '#f4f4f5', onColor: '#18181b' })
})

test('a page uses the chosen font, or else the device’s font', () => {
  const colors = { themeColor: '#7F1CCF', buttonTextColor: '#fff', scheme: 'device' } as const
  expect(styleOf({ ...colors, font: 'serif' })).toMatch(/body\{font-family:Charter,.*serif\}$/)
  expect(styleOf({ ...colors, font: 'system' })).not.toContain('font-family')
})

test('a page set to light or dark ignores the device’s setting', () => {
  const look = { themeColor: '#7F1CCF', buttonTextColor: '#fff', font: 'system' } as const
  const [light, dark] = [styleOf({ ...look, scheme: 'light' }), styleOf({ ...look, scheme: 'dark' })]
  expect(light).toContain('color-scheme:light;--page:#f5f5f7')
  expect(dark).toContain('color-scheme:dark;--page:#131316')
  expect(contrast(colorIn(light, 'accent'), [255, 255, 255])).toBeGreaterThanOrEqual(4.5)
  const onScreen = dark.slice(dark.lastIndexOf('@media screen'))
  expect(contrast(colorIn(onScreen, 'accent'), [0x1f, 0x1f, 0x23])).toBeGreaterThanOrEqual(4.5)
  expect(light).not.toContain('@media')
  expect(dark).not.toContain('prefers-color-scheme')
})

test.for(['red', '#12', '#ffff', '#7F1CCF;}body{display:none', 'url(//evil)', ''])(
  '"%s" is never copied into the style sheet',
  (text) => {
    expect(themeStyle(text, text)).toBe(themeStyle('#7f1ccf', '#ffffff'))
  },
)

test('an unreadable button text color is replaced by black or white', () => {
  expect(readableTextColor('#ffe680', '#fff')).toEqual({ color: '#000000', name: 'black' })
  expect(readableTextColor('#222', '#333')).toEqual({ color: '#ffffff', name: 'white' })
  expect(readableTextColor('#222', '#fff')).toBeNull()
  expect(readableTextColor('red', '#fff')).toBeNull()
})

test('dark colors are only for screens, and printed pages are always light', () => {
  const styles = [paletteStyle, forcedPaletteStyle('dark')]
  const look = { themeColor: '#7f1ccf', buttonTextColor: '#fff', font: 'system' } as const
  for (const scheme of ['device', 'dark'] as const) styles.push(styleOf({ ...look, scheme }))
  for (const style of styles) {
    const onPaper = style.replaceAll(/@media screen[^{]*\{:root\{[^}]*\}\}/g, '')
    expect(style).not.toBe(onPaper)
    expect(onPaper).not.toMatch(/dark|@media/)
  }
})
