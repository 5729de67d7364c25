import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { amount, amounts, code, day, email, number, text, time, type Cell } from './cells.ts'
import { csvFormatOf, csvFormats, separators, type CsvFormat } from './csv-format.ts'
import { csvText } from './write-csv.ts'

/** A file's single row with these cells. Line breaks in cells do not split the row. */
function rowOf(cells: readonly Cell[], format: CsvFormat): string {
  const columns = Object.fromEntries(cells.map((cell, index) => [`c${index}`, () => cell]))
  return csvText(columns, [null], format).split('\r\n').slice(1, -1).join('\r\n')
}

test('every CSV format is UTF-8 with a byte order mark and ends each line with a line break', () => {
  for (const format of csvFormats) {
    const written = csvText({ A: () => text('Brød'), B: () => text('x') }, [1, 2], format)
    const mark = separators[format]
    expect(written).toBe(`\uFEFFA${mark}B\r\nBrød${mark}x\r\nBrød${mark}x\r\n`)
  }
})

test('amounts and times are written for the spreadsheets that use the separator', () => {
  const cells = [
    amount(-123_456, 'usd'),
    amount(1500, 'jpy'),
    time(new Date('2026-01-31T23:30:00.123Z')),
    amounts([
      { total: 4900, currency: 'usd' },
      { total: 5, currency: 'jpy' },
    ]),
  ]

  expect(rowOf(cells, 'plain')).toBe('-1234.56,1500,2026-01-31T23:30:00.123Z,49.00 USD; 5 JPY')
  expect(rowOf(cells, 'comma')).toBe('-1234.56,1500,2026-01-31 23:30:00,49.00 USD; 5 JPY')
  expect(rowOf(cells, 'semicolon')).toBe('-1234,56;1500;2026-01-31 23:30:00;"49,00 USD; 5 JPY"')
  expect(rowOf(cells, 'tab')).toBe('-1234.56\t1500\t2026-01-31 23:30:00\t49.00 USD; 5 JPY')
})

test('typed text never becomes a formula, whatever separator the spreadsheet uses', () => {
  const signs = ['=', '+', '-', '@', '\uff1d', '\uff0b', '\uff0d', '\uff20']
  const before = [
    '',
    ' ',
    '\t',
    '\r',
    '\n',
    '\u00a0',
    '\u200b',
    '"',
    'Bea;',
    'Bea, ',
    'Bea\t',
    'Bea\n',
    'Bea;"',
  ]
  for (const format of csvFormats) {
    // Quotes protect a cell only from this format's separator. Other spreadsheets split cells at their own.
    const others = [',', ';', '\t', '\r', '\n'].filter((mark) => mark !== separators[format])
    for (const sign of signs)
      for (const start of before)
        for (const part of rowOf([text(`${start}${sign}SUM(A1)`)], format).split(
          new RegExp(`[${others.join('')}]`),
        ))
          expect(part).not.toMatch(/^[\s\u200b"]*[=+\-@\uff1d\uff0b\uff0d\uff20]/)
  }
})

test('an email address is unchanged unless a spreadsheet could evaluate it', () => {
  for (const plain of ['-anna-@example.com', '+46@example.com', 'bea@example.com'])
    for (const format of csvFormats) expect(rowOf([email(plain)], format)).toBe(plain)
  for (const formula of [`=cmd|'/C'!A0@example.com`, `-cmd|'/C'!A0@example.com`, `+SUM(A1)@example.com`])
    expect(rowOf([email(formula)], 'plain')).toBe(`'${formula}`)
})

test('spreadsheets and programs read a coupon code exactly as it was typed', () => {
  const changed =
    '00123 1E10 219E01 MAR-24 mar24 24-MAR 1-MAR-26 SEPT2 DEZ-24 MAI-24 12-25 2026-01-01 1-2 123456789012 7PM 5a -5-OFF R5-1-1'
  for (const one of changed.split(' ')) {
    expect(rowOf([code(one)], 'plain')).toBe(one)
    expect(rowOf([code(one)], 'tab')).toBe(`"=""${one}"""`)
  }
  for (const one of 'SPRING SPRING20 WELCOME-10 VIP-4F7K 123 2026 1_000 MARCH E10 A1'.split(' '))
    for (const format of csvFormats) expect(rowOf([code(one)], format)).toBe(one)
})

test('spreadsheets show typed text unchanged, and programs read phone numbers without a mark', () => {
  const changed =
    '+49 170 1234567|+49-170-1234567|(212) 555-0142|0612345678|01067|00042|-7|1E5|1-2|10/12|3.5|1,5|12.03.1990|MAR-24|24 Mar|May 2026|7:30 pm|123456789012'
  for (const one of changed.split('|'))
    expect([one, rowOf([text(one)], 'tab')]).toEqual([one, `"=""${one}"""`])
  for (const one of ['+49 170 1234567', '-7', '0612345678', '(212) 555-0142', '+12125550142'])
    expect(rowOf([text(one)], 'plain')).toBe(one)
  for (const one of [
    'Anna',
    '25',
    '2026',
    'Size 10',
    'Mar Ortega',
    'Room 7, floor 2',
    '4th of May',
    '2026-00342',
  ])
    expect([one, rowOf([text(one)], 'tab')]).toEqual([one, one])
  expect(rowOf([text('+1;=A1'), text('-x'), text('+SUM(1)')], 'tab')).toBe(`'+1;'=A1\t"=""-x"""\t'+SUM(1)`)
  expect(rowOf([day('2026-11-24'), number(7.5)], 'semicolon')).toBe('2026-11-24;7,5')
})

test('the default CSV format suits spreadsheets in the seller’s language', () => {
  expect(['en', 'en-GB', 'ja', 'he'].map(csvFormatOf)).toEqual(['comma', 'comma', 'comma', 'comma'])
  expect(['en-US@posix', 'C', '', 'x'.repeat(200)].map(csvFormatOf)).toEqual(Array(4).fill('comma'))
  expect(['de', 'fr', 'pl', 'pt-BR', 'sv'].map(csvFormatOf)).toEqual(
    ['de', 'fr', 'pl', 'pt-BR', 'sv'].map(() => 'semicolon'),
  )
})

test('every CSV file in the product uses this writer', () => {
  const root = join(import.meta.dirname, '../..')
  const givers = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .filter((name) => /['"`]text\/csv;|\.csv['"`]/.test(readFileSync(join(root, name), 'utf8')))
    .toSorted()

  expect(givers).toEqual([
    'foundation/csv/send-csv.ts',
    'selling/coupons/ui/codes-csv.ts',
    'selling/invoices/export/write-archive.ts',
    'selling/taxes/quarters/register-export.ts',
  ])
})
