import { expect, test } from 'vitest'
import { shopStorage } from './shop-storage.ts'

const gibibyte = 1024 ** 3
const usual = { BASIC: 5 * gibibyte, GROWTH: 20 * gibibyte, PARTNER_FREE: 20 * gibibyte }

test.each([
  [undefined, usual],
  ['', usual],
  ['3', { BASIC: 3 * gibibyte, GROWTH: 3 * gibibyte, PARTNER_FREE: 3 * gibibyte }],
  ['GROWTH=100', { ...usual, GROWTH: 100 * gibibyte }],
  ['BASIC=0.5, GROWTH=50', { ...usual, BASIC: gibibyte / 2, GROWTH: 50 * gibibyte }],
])('the storage setting %s is read as a limit for each plan', (text, storage) => {
  expect(shopStorage.parse(text)).toEqual(storage)
})

test.each(['a lot', '0', '-1', 'GOLD=5', 'BASIC', 'BASIC=', '5,6'])(
  'the storage setting %s is rejected',
  (text) => {
    expect(shopStorage.safeParse(text).error?.issues[0]?.message).toContain('must be a number of gigabytes')
  },
)
