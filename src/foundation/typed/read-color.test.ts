import { expect, test } from 'vitest'
import { hexColor } from '#foundation/http/input/fields.ts'

test.each([
  ['#7F1CCF', '#7F1CCF'],
  ['#fff', '#fff'],
  ['7F1CCF', '#7F1CCF'],
  ['0f6e84', '#0f6e84'],
  ['fff', '#fff'],
  [' #0F6E84', '#0F6E84'],
  ['#7F1CCF \n', '#7F1CCF'],
  ['＃７Ｆ１ＣＣＦ', '#7F1CCF'],
  ['７F1CCF', '#7F1CCF'],
  ['# 7F1CCF', '#7F1CCF'],
  ['#7F1CCF;', '#7F1CCF'],
  ['“#7F1CCF”', '#7F1CCF'],
  ['\u200b#7F1CCF', '#7F1CCF'],
  ['0x7F1CCF', '#7F1CCF'],
  ['#7F1CCFFF', '#7F1CCF'],
])('%j is read as the color %s', (typed, color) => {
  expect(hexColor.parse(typed)).toBe(color)
  expect(hexColor.parse(color)).toBe(color)
})

test.each([
  '',
  '#',
  'red',
  '#7F1CC',
  '#7F1CCF80',
  '#ffff',
  'rgb(15, 110, 256)',
  'rgba(15,110,132,0.5)',
  '7F1CCG',
])('%j is not a color', (typed) => expect(hexColor.safeParse(typed).success).toBe(false))
