import { expect, test } from 'vitest'
import { codesCsv } from './codes-csv.ts'

const codes = [
  { code: 'SPRING', label: 'A friend, "Bea"', taken: 3, maxRedemptions: null },
  { code: '-5-OFF', label: '=1+1', taken: 0, maxRedemptions: 1 },
  { code: '00123', label: '\uff1d1+1', taken: 0, maxRedemptions: null },
]

test('codes are written with whom they were given to, how often they were used, and their limit', () => {
  expect(codesCsv(codes, 'plain').split('\r\n')).toEqual([
    '\uFEFFCode,Label,Used,Limit',
    'SPRING,"A friend, ""Bea""",3,',
    `-5-OFF,'=1+1,0,1`,
    `00123,'\uff1d1+1,0,`,
    '',
  ])
})

test('a code that a spreadsheet would change is written so that it shows it letter by letter', () => {
  expect(codesCsv(codes, 'semicolon').split('\r\n').slice(2, 4)).toEqual([
    `"=""-5-OFF""";'=1+1;0;1`,
    `"=""00123""";'\uff1d1+1;0;`,
  ])
})
