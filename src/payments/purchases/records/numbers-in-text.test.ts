import { expect, test } from 'vitest'
import { busyTime } from '#foundation/process/test-busy-time.ts'
import { numbersIn } from './named-purchases.ts'

const id = '01a22268-e1f8-7cc1-9e0a-0d3c4d5e6f70'
const other = '01a22268-e1f8-7cc1-9e0a-0d3c4d5e6f71'
const bare = id.replaceAll('-', '')
const invoice = '20261128-4d5e6f70'

const idsIn = (text: string) => [...numbersIn(text).ids].toSorted((a, b) => a[1] - b[1]).map(([one]) => one)
const invoicesIn = (text: string) => [...numbersIn(text).invoices.keys()]

test('a purchase number is found with hyphens, spaces or nothing between its digits', () => {
  for (const mark of [...Array.from('‐‑‒–—−－﹣ \u00a0\u00ad\n'), '', ' - ', '-\n', '-\u200b', '\r\n> '])
    for (const number of [id, id.toUpperCase()]) {
      const text = `Purchase ${number.replaceAll('-', mark)}, please`
      expect([text, idsIn(text)]).toEqual([text, [id]])
    }
})

test('a purchase number broken across two lines is found', () => {
  for (const end of ['\n', '\r\n', ' \n  ', '=\r\n', '\n> '])
    for (const number of [id, bare])
      for (let place = 1; place < number.length; place += 1)
        expect(idsIn(`№ ${number.slice(0, place)}${end}${number.slice(place)}.`)).toContain(id)
})

test('words and numbers next to a purchase number are not part of it', () => {
  for (const number of [id, bare, id.replaceAll('-', ' '), id.replaceAll('-', '–')]) {
    for (const text of [
      `I bought a bad ${number} be kind`,
      `12 Dec 2026 ${number} 49 20`,
      `№${number}/2`,
      `${number}\n${number}`,
      `(${number})Thanks`,
    ])
      expect([text, idsIn(text)]).toEqual([text, expect.arrayContaining([id])])
  }
  expect(idsIn(`${id} and ${other}; ${id}`)).toEqual([id, other])
  expect(idsIn(`${bare} ${other.replaceAll('-', '')}`)).toEqual([id, other])
  for (const text of [`${bare}0`, `f${bare}`, bare.slice(1), 'A deed of 1990', ''])
    expect([text, idsIn(text)]).toEqual([text, []])
})

test('an invoice number is found with any separators', () => {
  for (const mark of ['-', '–', '\u2011', ' ', '', '\n', ' - ', '-\r\n'])
    expect(invoicesIn(`Invoice ${invoice.toUpperCase().replace('-', mark)}.`)).toEqual([invoice])
  for (const text of ['20261128', `${invoice}0`, 'abcdefab-4d5e6f70'])
    expect([text, invoicesIn(text)]).toEqual([text, []])
})

test('the longest allowed text is searched in less than a second', () => {
  const busy = busyTime(() => {
    for (const part of ['a', 'a ', 'a-', '          a', '-', '0', `${id} `])
      numbersIn(part.repeat(100_000 / part.length))
  })
  expect(busy).toBeLessThan(60_000)
})
