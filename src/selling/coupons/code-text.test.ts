import { expect, test } from 'vitest'
import { readBySpreadsheets } from '#foundation/csv/changed-by-spreadsheets.ts'
import { codePrefix, codeText, codeHint } from './code-text.ts'
import { makeCodes } from './make-codes.ts'

test.each([
  ['ＡＢＣ－５', 'ABC-5'],
  ['spring–10', 'spring-10'],
  ['“SAVE10”', 'SAVE10'],
  ['SAVE\u200b_10', 'SAVE_10'],
])('a seller who types %s creates the code %s', (typed, code) => expect(codeText.parse(typed)).toBe(code))

test.each([
  ['-5-OFF', 'A code begins and ends with a letter or a digit'],
  ['OFF-', 'A code begins and ends with a letter or a digit'],
  ['_OFF', 'A code begins and ends with a letter or a digit'],
  ['SP RING', 'Use only letters, digits, hyphens and underscores'],
  ['ÄÖÜ', 'Use only letters, digits, hyphens and underscores'],
])('the code %s is rejected: %s', (typed, message) => {
  expect(codeText.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual([message])
})

test('single-use codes can have a prefix of a word and a hyphen, but not a hyphen alone', () => {
  expect(codePrefix.parse('VIP-')).toBe('VIP-')
  expect(codePrefix.parse('')).toBe('')
  expect(codePrefix.safeParse('-VIP').success).toBe(false)
})

test.each([
  ...['00123', '1E10', '12345678901234567'].map((code) => [code, 'number'] as const),
  ...['MAR-24', '12-25', '2026-01-01', 'MAY2026', 'DEC25', '10-OCT', 'sept2', 'mai24', 'dez-26'].map(
    (code) => [code, 'date'] as const,
  ),
  ...['SPRING', 'SAVE10', '123', 'MARIA10', '2026-XMAS', 'MARCH', '12-MONTHS', '1_000'].map(
    (code) => [code, null] as const,
  ),
])('a spreadsheet reads the code %s as a %s', (code, kind) => expect(readBySpreadsheets(code)).toBe(kind))

test('the editor warns about a typed code that a spreadsheet would change', () => {
  expect(codeHint('１E10')).toMatch(/^Spreadsheets read 1E10 as a number/)
  for (const code of '7PM 12A MAJ-24 LIP-25 2024MAI R6-1-1 1D5 123456789012'.split(' '))
    expect(codeHint(code)).toMatch(/^Spreadsheets read/)
  expect(codeHint('SPRING', 'The usual hint')).toBe('The usual hint')
})

test('generated codes with any prefix are safe from changes by spreadsheets', () => {
  for (const prefix of ['', '1E', '0', '2026-', 'MAY-']) {
    for (const code of makeCodes(1_000, prefix)) expect(readBySpreadsheets(code)).toBeNull()
  }
})
