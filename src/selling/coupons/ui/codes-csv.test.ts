import { expect, test } from 'vitest'
import { codesCsv } from './codes-csv.ts'

const codes = [
  { code: 'SPRING', label: 'A friend, "Bea"', taken: 3, maxRedemptions: null },
  { code: '-5-OFF', label: '=1+1', taken: 0, maxRedemptions: 1 },
  { code: '00123', label: '\uff1d1+1', taken: 0, maxRedemptions: null },
]

test('the CSV lists each code with its label, uses and limit', () => {
  expect(codesCsv(codes, 'plain').split('\r\n')).toEqual([
    '\uFEFFCode,Label,Used,Limit',
    'SPRING,"A friend, ""Bea""",3,',
    `-5-OFF,'=1+1,0,1`,
    `00123,'\uff1d1+1,0,`,
    '',
  ])
})

test('the CSV protects a code that a spreadsheet would change', () => {
  expect(codesCsv(codes, 'semicolon').split('\r\n').slice(2, 4)).toEqual([
    `"=""-5-OFF""";'=1+1;0;1`,
    `"=""00123""";'\uff1d1+1;0;`,
  ])
})
