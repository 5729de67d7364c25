import { expect, test } from 'vitest'
import { readVatNumber } from './vat-number.ts'

test('a VAT number is read with or without its prefix, however it is typed', () => {
  const austrian = { country: 'AT', number: 'U12345678' }
  for (const typed of [
    'ATU12345678',
    'u12345678',
    'AT U 1234 5678',
    'AT-U12345678',
    'AT–U1234–5678',
    'at‐u1234.5678',
  ])
    expect([typed, readVatNumber(typed, 'AT')]).toEqual([typed, austrian])
  for (const typed of ['EL123456789', 'GR 123456789', '123 456 789', 'ＥＬ１２３４５６７８９'])
    expect([typed, readVatNumber(typed, 'GR')]).toEqual([typed, { country: 'EL', number: '123456789' }])
  expect(readVatNumber('ESX1234567L', 'ES')).toEqual({ country: 'ES', number: 'X1234567L' })
  expect(readVatNumber('FR 40 303265045', 'FR')).toEqual({ country: 'FR', number: '40303265045' })
  expect(readVatNumber('NL004495445B01', 'NL')).toEqual({ country: 'NL', number: '004495445B01' })
})

test('a VAT number of another country or with a wrong format is not recognized', () => {
  for (const [typed, country] of [
    ['ATU12345678', 'DE'],
    ['DE12345678', 'DE'],
    ['GB123456789', 'GB'],
    ['', 'AT'],
    ['hello', 'IE'],
  ] as const)
    expect([typed, readVatNumber(typed, country)]).toEqual([typed, undefined])
})
