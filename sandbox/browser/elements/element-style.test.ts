import { expect, test } from 'vitest'
import { styleProperties } from './element-style.ts'

const anything = (): boolean => true

test('the listed properties of each variant become custom properties', () => {
  const style = {
    base: {
      color: '#123',
      fontWeight: 500,
      iconColor: 'red',
      '::placeholder': { color: 'oklch(60% 0.1 20)' },
    },
    invalid: { color: 'rgb(200, 0, 0)' },
  }
  expect(Object.fromEntries(styleProperties(style, anything))).toEqual({
    '--base-color': '#123',
    '--base-font-weight': '500',
    '--base-icon-color': 'red',
    '--base-placeholder-color': 'oklch(60% 0.1 20)',
    '--invalid-color': 'rgb(200, 0, 0)',
  })
})

test.each([
  [{ base: { position: 'fixed' } }],
  [{ base: { color: 'url(https://thief.test)' } }],
  [{ base: { fontFamily: 'x; background: red' } }],
  [{ base: { color: 'var(--x)' } }],
  [{ base: { color: '\\75rl(x)' } }],
  [{ base: { color: 'a'.repeat(400) } }],
  [{ other: { color: 'red' } }],
  [{ base: { ':hover': { color: 'red' }, color: { nested: true } } }],
  ['red'],
  [undefined],
])('the style %j sets nothing', (style) => {
  expect(styleProperties(style, anything).size).toBe(0)
})

test('a style value that the browser does not accept is left out', () => {
  expect(styleProperties({ base: { color: 'tall' } }, () => false).size).toBe(0)
})
