import { expect, test } from 'vitest'
import { newId } from '#foundation/db/new-id.ts'
import { WrongFields } from '#web/kit/feedback/error-message.ts'
import { formCreate } from '#selling/forms/contract.ts'
import { changesOf, newFormValues } from '../editor/form-values.ts'
import type { PriceValues } from './arrange-prices.ts'
import { mergedPrices, formWith } from './merge-prices.ts'

const ids = {
  first: '018f5f5e-0000-7000-8000-000000000001',
  monthly: '018f5f5e-0000-7000-8000-000000000002',
  team: '018f5f5e-0000-7000-8000-000000000003',
  yearly: '018f5f5e-0000-7000-8000-000000000004',
}
const price = (name: keyof typeof ids, fields: object = {}) => ({
  id: ids[name],
  label: name,
  amount: 10,
  ...fields,
})
const form = (...prices: PriceValues['prices']) => ({
  ...newFormValues(),
  priceId: ids.first,
  amount: 49,
  prices,
})
const opened = form(price('monthly'), price('team'))

const saved = async (mine: PriceValues, theirs: PriceValues) =>
  (await mergedPrices(opened, mine, async () => theirs))?.values?.prices.map(
    ({ id, label, amount, state }) => [id && label, amount, state],
  )

test('a price someone else retired stays retired when an amount is changed in this editor', async () => {
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

test('merging prices keeps both people’s changes, additions and removals', async () => {
  const theirs = form(price('team', { amount: 99 }), price('yearly'))
  const mine = form(price('team'), price('monthly'), { label: 'New', amount: 5 })
  expect(await saved(mine, theirs)).toEqual([
    ['team', 99, 'listed'],
    [null, 5, 'listed'],
    ['yearly', 10, 'listed'],
  ])
})

test('a price someone else removed is kept if it was changed in this editor', async () => {
  expect(await saved(form(price('monthly', { amount: 12 })), form())).toEqual([['monthly', 12, 'listed']])
})

test('an editor with unchanged prices neither loads nor changes any', () => {
  expect(
    mergedPrices(opened, form(price('monthly'), price('team')), () => Promise.reject(new Error('asked'))),
  ).toBeNull()
})

test('the first price is merged like the others', async () => {
  const merged = await mergedPrices(opened, { ...opened, priceLabel: 'At once' }, async () => ({
    ...opened,
    amount: 59,
  }))
  expect(merged?.values).toMatchObject({ priceId: ids.first, amount: 59, priceLabel: 'At once' })
})

const written = {
  title: 'A course in watercolor',
  description: 'Six weeks of light and water',
  video: 'https://youtu.be/dQw4w9WgXcQ',
}
async function save(mine: ReturnType<typeof form>, theirs: PriceValues) {
  const merged = await mergedPrices(opened, mine, async () => theirs)
  if (merged === null) throw new Error('nothing was touched')
  return { merged, sent: () => formWith(merged, formCreate.parse({ ...mine, ...written })) }
}
test('merging price changes keeps a stock limit unless one side switches it off', async () => {
  const stored = { ...opened, ...written, stockLimit: 50 }
  const there = { ...stored, prices: [price('monthly', { amount: 11 }), price('team')] }
  const mine = { ...stored, prices: [price('monthly'), price('team', { amount: 12 })] }
  const sent = async (stockLimit: number | null, theirLimit: number | null) => {
    const edited = formCreate.parse({ ...mine, stockLimit })
    const merged = await mergedPrices(stored, edited, async () => ({ ...there, stockLimit: theirLimit }))
    if (merged === null) throw new Error('nothing was touched')
    const { stockLimit: limit, prices } = changesOf(stored, formWith(merged, edited))
    return [limit, prices?.map(({ amount }) => amount)]
  }
  expect(await sent(null, 50)).toEqual([null, [11, 12]])
  expect(await sent(50, null)).toEqual([undefined, [11, 12]])
})

const chosenIn = (sent: { prices: readonly { label: string; isDefault: boolean }[] }) =>
  sent.prices.filter(({ isDefault }) => isDefault).map(({ label }) => label)

test('the default price chosen in this editor overrides the one chosen by someone else', async () => {
  const here = form(price('monthly', { isDefault: true }), price('team'))
  const there = form(price('monthly'), price('team', { isDefault: true }))
  expect(chosenIn((await save(here, there)).sent())).toEqual(['monthly'])
  expect(chosenIn((await save(form(price('monthly', { amount: 11 }), price('team')), there)).sent())).toEqual(
    ['team'],
  )
  const added = form(price('monthly'), price('team'), price('yearly', { isDefault: true }))
  expect(chosenIn((await save(here, added)).sent())).toEqual(['monthly'])
})

test('two people’s changes that together hide all prices cause an error', async () => {
  const here = form(price('monthly', { state: 'retired' }), price('team', { state: 'retired' }))
  const there = {
    ...form({ ...price('first'), state: 'hidden' as const }, price('team')),
    priceId: ids.monthly,
    priceLabel: 'monthly',
  }
  const { sent } = await save(here, there)
  expect(sent).toThrow('no price would be visible')
})

test('an error caused by two people’s changes together is shown next to the prices', async () => {
  const many = (count: number) => Array.from({ length: count }, () => ({ label: 'New', amount: 5 }))
  const known = [price('monthly'), price('team')]
  const there = form(...known, ...many(6).map((one) => ({ ...one, id: newId() })))
  const { sent } = await save(form(...known, ...many(6)), there)
  expect(sent).toThrow(WrongFields)
  expect(sent).toThrow('at most 12 prices')
})

test('errors in merged prices are shown next to this editor’s prices', async () => {
  const there = form(price('team'), price('yearly'))
  const here = form(price('monthly'), price('team', { amount: 12 }), { label: 'New', amount: 5 })
  const { merged } = await save(here, there)
  const refused = {
    'prices.0.amount': 'of team',
    'prices.1.label': 'new',
    'prices.2.amount': 'far',
    amount: 'first',
  }
  expect(merged.atOwnFields({ ...refused, bumps: 'as it is' })).toEqual({
    'prices.1.amount': 'of team',
    'prices.2.label': 'new',
    prices: 'yearly: far',
    amount: 'first',
    bumps: 'as it is',
  })
})
