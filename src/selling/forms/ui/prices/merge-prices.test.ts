import { expect, test } from 'vitest'
import { newFormValues } from '../form-values.ts'
import type { PriceValues } from './arrange-prices.ts'
import { mergedPrices } from './merge-prices.ts'

const price = (id: string, fields: object = {}) => ({ id, label: id, amount: 10, ...fields })
const form = (...prices: PriceValues['prices']): PriceValues => ({
  ...newFormValues(),
  priceId: 'first',
  amount: 49,
  prices,
})
const opened = form(price('monthly'), price('team'))

const saved = async (mine: PriceValues, theirs: PriceValues) =>
  (await mergedPrices(opened, mine, async () => theirs))?.prices.map(({ id, amount, state }) => [
    id,
    amount,
    state,
  ])

test('a price that was retired elsewhere stays so where its amount, or another one’s, is changed here', async () => {
  const theirs = form(price('monthly', { state: 'retired' }), price('team'))
  expect(await saved(form(price('monthly'), price('team', { amount: 12 })), theirs)).toEqual([
    ['monthly', 10, 'retired'],
    ['team', 12, 'listed'],
  ])
  expect(await saved(form(price('monthly', { amount: 11 }), price('team')), theirs)).toEqual([
    ['monthly', 11, 'retired'],
    ['team', 10, 'listed'],
  ])
})

test('what was changed, added and removed elsewhere is kept, and so is what was here', async () => {
  const theirs = form(price('team', { amount: 99 }), price('yearly'))
  const mine = form(price('team'), price('monthly'), { label: 'New', amount: 5 })
  expect(await saved(mine, theirs)).toEqual([
    ['team', 99, 'listed'],
    [null, 5, 'listed'],
    ['yearly', 10, 'listed'],
  ])
})

test('what was removed elsewhere and changed here is not lost in silence', async () => {
  expect(await saved(form(price('monthly', { amount: 12 })), form())).toEqual([['monthly', 12, 'listed']])
})

test('an editor whose prices were not touched asks nobody and changes none', () => {
  expect(
    mergedPrices(opened, form(price('monthly'), price('team')), () => Promise.reject(new Error('asked'))),
  ).toBeNull()
})

test('the first price is merged as the others are', async () => {
  const merged = await mergedPrices(opened, { ...opened, priceLabel: 'At once' }, async () => ({
    ...opened,
    amount: 59,
  }))
  expect(merged).toMatchObject({ priceId: 'first', amount: 59, priceLabel: 'At once' })
})
