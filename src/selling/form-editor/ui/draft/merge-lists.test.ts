import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Timer } from '#selling/timers/contract.ts'
import { newFormValues } from '../editor/form-values.ts'
import { mergedLists } from './merge-lists.ts'

const hour = 3_600_000
const named = (title: string, fields: Partial<Timer> = {}): Timer => ({
  title,
  timestamp: 10 * hour,
  timezone: null,
  amount: 59,
  redirectUrl: null,
  priceId: null,
  ...fields,
})
const [early, last] = [named('Early bird'), named('Last call', { timestamp: 20 * hour })]

const merged = (typed: Timer[], current: Timer[], began = [early, last]) => {
  const [before, now] = [
    { ...newFormValues(), timers: began },
    { ...newFormValues(), timers: current },
  ]
  return mergedLists(before, { timers: typed }, now)
}
const timersOf = (...lists: Parameters<typeof merged>) => merged(...lists).lists.timers

test('a timer moved by someone else gets the price set in this editor', () => {
  const moved = { ...early, timestamp: 11 * hour }
  expect(timersOf([{ ...early, amount: 49 }, last], [moved, last])).toEqual([{ ...moved, amount: 49 }, last])
  expect(timersOf([{ ...early, timestamp: 12 * hour }, last], [{ ...early, amount: 39 }, last])).toEqual([
    { ...early, timestamp: 12 * hour, amount: 39 },
    last,
  ])
})

test('a timer moved by two people appears only once, at this editor’s time', () => {
  const mine = { ...early, timestamp: 12 * hour }
  expect(timersOf([mine, last], [{ ...early, timestamp: 11 * hour }, last])).toEqual([mine, last])
  expect(timersOf([mine, last], [mine, last])).toEqual([mine, last])
})

test('a timer renamed by someone else is still the same timer', () => {
  const renamed = { ...early, title: 'Early birds' }
  expect(timersOf([{ ...early, amount: 49 }, last], [renamed, last])).toEqual([
    { ...renamed, amount: 49 },
    last,
  ])
})

test('timers with the same title are merged separately', () => {
  const [first, second] = [early, { ...early, timestamp: 15 * hour }]
  const mine = [first, { ...second, timestamp: 16 * hour }]
  expect(timersOf(mine, [{ ...first, amount: 1 }, second], [first, second])).toEqual([
    { ...first, amount: 1 },
    { ...second, timestamp: 16 * hour },
  ])
  const ofPrice = { ...early, priceId: '018f5f5e-0000-7000-8000-000000000001' }
  expect(timersOf([early, ofPrice], [early], [early])).toEqual([early, ofPrice])
})

test('a timer removed by someone else stays removed unless it was changed in this editor', () => {
  expect(timersOf([early, last, named('Mine', { timestamp: 1 })], [last])?.map(({ title }) => title)).toEqual(
    ['Last call', 'Mine'],
  )
  const changed = { ...early, timestamp: 12 * hour }
  expect(timersOf([changed, last], [last])).toEqual([changed, last])
})

test('errors in merged timers are shown next to this editor’s timers', () => {
  const theirs = named('Theirs', { timestamp: 30 * hour })
  const { lists, atOwnFields } = merged(
    [early, last, named('Mine', { timestamp: 40 * hour })],
    [last, theirs],
  )
  expect(lists.timers?.map(({ title }) => title)).toEqual(['Last call', 'Mine', 'Theirs'])
  const refused = { 'timers.0.amount': 'of last', 'timers.1.title': 'mine', 'timers.2.amount': 'too small' }
  expect(atOwnFields({ ...refused, 'bumps.0': 'as it is', amount: 'as well' })).toEqual({
    'timers.1.amount': 'of last',
    'timers.2.title': 'mine',
    timers: '“Theirs”: too small',
    'bumps.0': 'as it is',
    amount: 'as well',
  })
})

test('errors in merged bumps are shown next to this editor’s bumps', () => {
  const [one, two, mine, theirs] = ['1', '2', '3', '4']
  const began = { ...newFormValues(), bumps: [one, two] }
  const { lists, atOwnFields } = mergedLists(
    began,
    { bumps: [one, two, mine] },
    { ...began, bumps: [two, theirs] },
  )
  expect(lists).toEqual({ bumps: [two, mine, theirs] })
  expect(atOwnFields({ 'bumps.1': 'is gone' })).toEqual({ 'bumps.2': 'is gone' })
  expect(atOwnFields({ 'bumps.2': 'is gone' })).toEqual({ bumps: 'One that was added elsewhere: is gone' })
})

test('two people can edit different fields of a block, add blocks, and move them', () => {
  const block = (id: string, fields: object = {}) => ({
    id,
    kind: 'text' as const,
    title: id,
    text: id,
    ...fields,
  })
  const began = { ...newFormValues(), blocks: [block('a'), block('b')] }
  const blocksOf = (typed: object[], current: object[]) => {
    const values = z.array(z.custom<NonNullable<typeof began.blocks>[number]>())
    return mergedLists(began, { blocks: values.parse(typed) }, { ...began, blocks: values.parse(current) })
      .lists.blocks
  }

  expect(
    blocksOf([block('b'), block('a', { text: 'mine' })], [block('a', { title: 'theirs' }), block('b')]),
  ).toEqual([block('b'), block('a', { title: 'theirs', text: 'mine' })])
  expect(blocksOf([block('a'), block('b'), block('c')], [block('b'), block('d')])).toEqual(
    ['b', 'c', 'd'].map((id) => block(id)),
  )
})

test('two people can switch different bumps, and the same bump only once', () => {
  const rule = (id: string) => ({ id, isOn: false })
  const rulesOf = (began: string[], typed: string[], current: string[]) => {
    const values = (ids: string[]) => ({ ...newFormValues(), bumpRules: ids.map(rule) })
    return mergedLists(values(began), { bumpRules: typed.map(rule) }, values(current)).lists.bumpRules
  }

  expect(rulesOf([], ['a'], ['b'])).toEqual([rule('a'), rule('b')])
  expect(rulesOf(['a'], [], ['a', 'b'])).toEqual([rule('b')])
  expect(rulesOf([], ['a'], ['a'])).toEqual([rule('a')])
})
