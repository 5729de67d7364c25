import { expect, test } from 'vitest'
import { formFields } from '../form-fields.ts'
import { dropDraft, readDraft, writeDraft } from './form-draft.ts'
import { newFormValues } from './form-values.ts'

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

test('a draft comes back as it was typed, right or wrong', () => {
  const store = newStore()
  const values = { ...newFormValues(), title: 'Short', amount: 0.1, themeColor: '#0a', timers: [timer] }
  writeDraft(store, 'ada new', { at: 5, values, before: undefined })
  expect(readDraft(store, 'ada new')).toEqual({ at: 5, values, typed: values })
  expect(readDraft(store, 'bob new')).toBeNull()
  dropDraft(store, 'ada new')
  expect(readDraft(store, 'ada new')).toBeNull()
})

test('of a draft only what was typed comes back: what others have saved since stays', () => {
  const store = newStore()
  const before = { ...newFormValues(), title: 'As it was', stockLimit: 20 }
  writeDraft(store, 'x', { at: 5, values: { ...before, title: 'Typed' }, before })
  expect(readDraft(store, 'x')?.typed).toEqual({ title: 'Typed' })
  writeDraft(store, 'x', { at: 5, values: { ...before, stockLimit: null }, before })
  expect(readDraft(store, 'x')?.typed).toEqual({ stockLimit: null })
})

test('a limit that was emptied comes back emptied, and is not saved as none', () => {
  const store = newStore()
  for (const limit of [20, null]) {
    const before = { ...newFormValues(), stockLimit: limit }
    writeDraft(store, 'x', { at: 5, values: { ...before, stockLimit: Number.NaN }, before })
    const { stockLimit } = readDraft(store, 'x')?.typed ?? {}
    expect(stockLimit).toBeNaN()
    expect(formFields.shape.stockLimit.safeParse(stockLimit).success).toBe(false)
  }
})

test('what is no number, and what is no longer a draft, is as in a new form', () => {
  const store = newStore()
  const values = { ...newFormValues(), title: 'Kept', amount: Number.NaN, billingInterval: Number.NaN }
  writeDraft(store, 'x', { at: 5, values, before: undefined })
  expect(readDraft(store, 'x')?.values).toMatchObject({ title: 'Kept', amount: null, billingInterval: 1 })
  store.setItem('formDraft x', '{"at":5,"values":{"title":"Kept","currency":"xxx","timers":[7]}}')
  expect(readDraft(store, 'x')?.values).toEqual({ ...newFormValues(), title: 'Kept' })
  store.setItem('formDraft x', '{"at"')
  expect(readDraft(store, 'x')).toBeNull()
})

test('a draft has every field of a form', () => {
  expect(Object.keys(newFormValues()).toSorted()).toEqual(Object.keys(formFields.shape).toSorted())
  const store = newStore()
  store.setItem('formDraft x', '{"at":5,"values":{"taxId":7,"bumps":"x","amount":-5,"video":"typed"}}')
  expect(readDraft(store, 'x')?.values).toEqual({ ...newFormValues(), amount: -5, video: 'typed' })
})

test('a full storage is no fault', () => {
  const full = {
    ...newStore(),
    setItem: () => {
      throw new DOMException('No room', 'QuotaExceededError')
    },
  }
  expect(() => writeDraft(full, 'x', { at: 5, values: newFormValues(), before: {} })).not.toThrow()
})
