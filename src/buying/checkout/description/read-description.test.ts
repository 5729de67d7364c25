import { expect, test } from 'vitest'
import { busyTime } from '#foundation/process/test-busy-time.ts'
import { plainDescription, type Block } from './description.ts'
import { readDescription } from './read-description.ts'

const read = (description: string): readonly Block[] => {
  const shown = readDescription({ description, descriptionFormat: 'markdown' })
  if (typeof shown === 'string') throw new Error('Markdown is read')
  return shown
}
const paragraph = (...runs: Extract<Block, { runs: unknown }>['runs']) => ({ runs })
const plain = (text: string) => paragraph({ text })

test('a plain-text description is shown unchanged, even if it looks like Markdown', () => {
  const description = '**Six** weeks\n- of <b>light</b>\n\nand [water](/a)'

  expect(readDescription({ description, descriptionFormat: 'plain' })).toBe(description)
})

test('a Markdown description can have bold and italic text, line breaks and paragraphs', () => {
  expect(read('Six **weeks** of *light*\nand ***water***.\n\nAnd more')).toEqual([
    paragraph(
      { text: 'Six ' },
      { text: 'weeks', isBold: true },
      { text: ' of ' },
      { text: 'light', isItalic: true },
      { text: '\n' },
      { text: 'and ' },
      { text: 'water', isBold: true, isItalic: true },
      { text: '.' },
    ),
    plain('And more'),
  ])
})

test('a Markdown list can be nested and start at any number', () => {
  expect(read('- Light\n- Water\n  1. Deep\n  2. Blue\n\n3. Wide')).toEqual([
    {
      start: null,
      items: [[plain('Light')], [plain('Water'), { start: 1, items: [[plain('Deep')], [plain('Blue')]] }]],
    },
    { start: 3, items: [[plain('Wide')]] },
  ])
})

test('a Markdown link can contain emphasis and leads to a web page', () => {
  expect(read('See [the **syllabus**](https://example.com/a?b=1) or <https://example.com>')).toEqual([
    paragraph(
      { text: 'See ' },
      { text: 'the ', href: 'https://example.com/a?b=1' },
      { text: 'syllabus', isBold: true, href: 'https://example.com/a?b=1' },
      { text: ' or ' },
      { text: 'https://example.com', href: 'https://example.com' },
    ),
  ])
})

test('headings, quotes, code, pictures, rules and markup stay plain text', () => {
  for (const text of ['# Light', '> Light', '`light`', '***', '```', '<b>light</b>', '&lt;', 'Light\n---']) {
    expect(plainDescription(read(text))).toBe(text)
  }
  expect(read('![light](https://example.com/a.png)')).toEqual([
    paragraph({ text: '!' }, { text: 'light', href: 'https://example.com/a.png' }),
  ])
})

test('outside its page a description is shown without Markdown markup', () => {
  expect(plainDescription(read('Six **weeks**\n\n- of *light*\n- [water](https://example.com)'))).toBe(
    'Six weeks\n\n• of light\n• water',
  )
})

test('deeply nested Markdown is parsed in a fraction of a second', () => {
  const busy = busyTime(() => {
    for (const part of ['*a **b ', '- ', '[', '> - ', '1. ', '![', '<', '_a__', '[a](']) {
      read(part.repeat(10_000 / part.length))
    }
  })
  expect(busy).toBeLessThan(20_000)
})

test('URLs become links in plain text and in Markdown', () => {
  const link = { text: 'www.example.com', href: 'https://www.example.com' }
  const described = (description: string, descriptionFormat: 'plain' | 'markdown') =>
    readDescription({ description, descriptionFormat })

  expect(described('See www.example.com.\n\n<b>Soon</b>', 'plain')).toEqual([
    paragraph({ text: 'See ' }, link, { text: '.' }),
    plain('<b>Soon</b>'),
  ])
  expect(described('**See www.example.com.**', 'markdown')).toEqual([
    paragraph({ text: 'See ', isBold: true }, { ...link, isBold: true }, { text: '.', isBold: true }),
  ])
  expect(described('[www.example.com](https://example.com/a)', 'markdown')).toEqual([
    paragraph({ text: 'www.example.com', href: 'https://example.com/a' }),
  ])
})
