import { expect, test } from 'vitest'
import { formFields } from '#selling/forms/form-fields.ts'
import { furtherPrice } from '#selling/forms/price/further-price.ts'
import { dropDraft, readDraft, restored, writeDraft } from './form-draft.ts'
import { newFormValues, type FormValues } from '../editor/form-values.ts'

function newStore() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

const timer = { title: 'Early bird', timestamp: 1, timezone: null, amount: 60, redirectUrl: null }

test('a draft is restored exactly as typed, valid or not', () => {
  const store = newStore()
  const values = { ...newFormValues(), title: 'Short', amount: 0.1, themeColor: '#0a', timers: [timer] }
  writeDraft(store, 'ada new', { at: 5, values, before: undefined })
  expect(readDraft(store, 'ada new')).toEqual({ at: 5, values, typed: values, began: null })
  expect(readDraft(store, 'bob new')).toBeNull()
  dropDraft(store, 'ada new')
  expect(readDraft(store, 'ada new')).toBeNull()
})

test('restoring a draft changes only the typed values and keeps others’ later saves', () => {
  const store = newStore()
  const before = { ...newFormValues(), title: 'As it was', stockLimit: 20 }
  writeDraft(store, 'x', { at: 5, values: { ...before, title: 'Typed' }, before })
  expect(readDraft(store, 'x')?.typed).toEqual({ title: 'Typed' })
  writeDraft(store, 'x', { at: 5, values: { ...before, stockLimit: null }, before })
  expect(readDraft(store, 'x')?.typed).toEqual({ stockLimit: null })
})

const idOf = (digit: number) => `01a1f882-85a6-763a-997b-e9385dbf980${digit}`
const [single, team, yearly, added] = [idOf(1), idOf(2), idOf(3), idOf(4)]
const further = (id: string, amount: number, state = 'listed') =>
  furtherPrice.parse({ id, amount, state, label: 'Further' })
const priced = (fields: Partial<FormValues>): FormValues => ({
  ...newFormValues(),
  priceId: single,
  amount: 49,
  ...fields,
})

/**
 * An editor's values after restoring a draft. The draft was opened with `before` and contains `typed`, and `current` is
 * stored now.
 */
async function showing(before: FormValues, typed: Partial<FormValues>, current: FormValues) {
  const store = newStore()
  writeDraft(store, 'x', { at: 5, values: { ...before, ...typed }, before })
  const draft = readDraft(store, 'x')
  if (draft === null) throw new Error('Nothing was kept')
  const { priceId, amount, prices, title } = await restored(draft, current)
  return {
    title,
    prices: [[priceId, amount], ...prices.map((price) => [price.id, price.amount, price.state])],
  }
}

test('an amount typed for one price never moves to another price that is now first', async () => {
  const before = priced({ prices: [further(team, 99)] })
  const retired = further(single, 49, 'retired')
  const current = priced({ priceId: team, amount: 99, prices: [retired] })
  expect(await showing(before, { amount: 12, title: 'Typed' }, current)).toEqual({
    title: 'Typed',
    prices: [
      [team, 99],
      [single, 12, 'retired'],
    ],
  })
  expect((await showing(before, { title: 'Typed' }, current)).prices).toEqual([
    [team, 99],
    [single, 49, 'retired'],
  ])
  const emptied = await showing(before, { amount: null }, priced({ amount: 59, prices: before.prices }))
  expect(emptied.prices[0]).toEqual([single, null])
  expect((await showing(before, { amount: null }, current)).prices).toEqual([
    [team, 99],
    [single, 49, 'retired'],
  ])
})

test('a draft that changes one price keeps others’ corrections and additions', async () => {
  const before = priced({ prices: [further(team, 99), further(yearly, 400)] })
  const current = priced({ prices: [further(team, 109), further(yearly, 400), further(added, 7)] })
  const typed = { prices: [further(team, 99), further(yearly, 390)] }
  expect((await showing(before, typed, current)).prices).toEqual([
    [single, 49],
    [team, 109, 'listed'],
    [yearly, 390, 'listed'],
    [added, 7, 'listed'],
  ])
})

test('a draft that changes a list keeps others’ later changes to it', async () => {
  const store = newStore()
  const named = (title: string, timestamp = 1) => ({ ...timer, title, timestamp })
  const before = { ...newFormValues(), timers: [named('A'), named('B')], bumps: [single, team] }
  const typed = { timers: [named('A', 2), named('B'), named('Mine')], bumps: [team, single, yearly] }
  writeDraft(store, 'x', { at: 5, values: { ...before, ...typed }, before })
  const draft = readDraft(store, 'x')
  if (draft === null) throw new Error('Nothing was kept')
  const theirs = { priceId: null, ...named('Theirs', 5) }
  const restoring = async (current: Partial<FormValues>) => {
    const { timers, bumps } = await restored(draft, { ...before, ...current })
    return [timers.map(({ title, timestamp }) => `${title}${timestamp}`), bumps]
  }

  expect(await restoring({})).toEqual([
    ['A2', 'B1', 'Mine1'],
    [team, single, yearly],
  ])
  // Someone else has added one item to each list and removed one.
  expect(await restoring({ timers: [named('A'), theirs], bumps: [single, added] })).toEqual([
    ['A2', 'Mine1', 'Theirs5'],
    [single, yearly, added],
  ])
  // Someone else has changed the same timer and added the same bump.
  expect(await restoring({ timers: [named('A', 3), named('B')], bumps: [single, team, yearly] })).toEqual([
    ['A2', 'B1', 'Mine1'],
    [team, single, yearly],
  ])
})

test('a timer changed by two people is restored as typed, while other timers keep saved changes', async () => {
  const store = newStore()
  const costing = (title: string, amount: number) => ({ ...timer, title, amount })
  const before = { ...newFormValues(), timers: [costing('Early', 59), costing('Late', 79)] }
  const timers = [costing('Early', 69), costing('Late', 79)]
  writeDraft(store, 'x', { at: 5, values: { ...before, timers }, before })
  const draft = readDraft(store, 'x')
  if (draft === null) throw new Error('Nothing was kept')
  const current = { ...before, timers: [costing('Early', 55), costing('Late', 89)] }

  expect((await restored(draft, current)).timers.map(({ title, amount }) => [title, amount])).toEqual([
    ['Early', 69],
    ['Late', 89],
  ])
})

test('a draft restores a cleared limit as an empty field instead of as no limit', () => {
  const store = newStore()
  for (const limit of [20, null]) {
    const before = { ...newFormValues(), stockLimit: limit }
    writeDraft(store, 'x', { at: 5, values: { ...before, stockLimit: Number.NaN }, before })
    const { stockLimit } = readDraft(store, 'x')?.typed ?? {}
    expect(stockLimit).toBeNaN()
    expect(formFields.shape.stockLimit.safeParse(stockLimit).success).toBe(false)
  }
})

test('invalid numbers and outdated drafts fall back to a new form’s values', () => {
  const store = newStore()
  const values = { ...newFormValues(), title: 'Kept', amount: Number.NaN, billingInterval: Number.NaN }
  writeDraft(store, 'x', { at: 5, values, before: undefined })
  expect(readDraft(store, 'x')?.values).toMatchObject({ title: 'Kept', amount: null, billingInterval: 1 })
  store.setItem('formDraft x', '{"at":5,"values":{"title":"Kept","currency":"xxx","timers":[7]}}')
  expect(readDraft(store, 'x')?.values).toEqual({ ...newFormValues(), title: 'Kept' })
  store.setItem('formDraft x', '{"at"')
  expect(readDraft(store, 'x')).toBeNull()
})

test('a draft contains every form field', () => {
  expect(Object.keys(newFormValues()).toSorted()).toEqual(Object.keys(formFields.shape).toSorted())
  const store = newStore()
  store.setItem('formDraft x', '{"at":5,"values":{"taxId":7,"bumps":"x","amount":-5,"video":"typed"}}')
  expect(readDraft(store, 'x')?.values).toEqual({ ...newFormValues(), amount: -5, video: 'typed' })
})

test('saving a draft in a full browser storage does not fail', () => {
  const full = {
    ...newStore(),
    setItem: () => {
      throw new DOMException('No room', 'QuotaExceededError')
    },
  }
  expect(() => writeDraft(full, 'x', { at: 5, values: newFormValues(), before: {} })).not.toThrow()
})
