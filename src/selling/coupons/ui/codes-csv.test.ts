import { expect, test } from 'vitest'
import { codesCsv } from './codes-csv.ts'

test('codes are written with whom they were given to, how often they were used, and their limit', () => {
  expect(
    codesCsv([
      { code: 'SPRING', label: 'A friend, "Bea"', taken: 3, maxRedemptions: null },
      { code: '-5-OFF', label: '=1+1', taken: 0, maxRedemptions: 1 },
    ]),
  ).toBe(`Code,Label,Used,Limit\r\nSPRING,"A friend, ""Bea""",3,\r\n'-5-OFF,'=1+1,0,1\r\n`)
})
