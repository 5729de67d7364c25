import { expect, test } from 'vitest'
import { formCreate } from '#selling/forms/contract.ts'
import { newFormValues } from '../editor/form-values.ts'
import { findConflicts, withTheirs, conflictWords } from './conflicts.ts'

const began = {
  ...newFormValues(),
  title: 'Watercolor for beginners',
  description: 'Twelve lessons',
  video: 'https://youtu.be/dQw4w9WgXcQ',
  amount: 49,
}
const edited = (fields: object) => formCreate.parse({ ...began, ...fields })
const found = (mine: object, theirs: object) =>
  findConflicts(began, edited(mine), { ...began, ...theirs }).map((one) => conflictWords(one, 'usd'))

test('a field that two people changed differently is shown with both values', () => {
  expect(found({ title: 'Watercolor for all' }, { title: 'Watercolor at home' })).toEqual([
    { label: 'Title', theirs: 'Watercolor at home', mine: 'Watercolor for all' },
  ])
  expect(found({ amount: 59 }, { amount: 39 })).toEqual([
    { label: 'Amount', theirs: '$39.00', mine: '$59.00' },
  ])
  expect(found({ termsUrl: '' }, {})).toEqual([])
})

test.for([
  ['different fields', { title: 'Watercolor for all' }, { description: 'Ten lessons' }],
  ['a field to the same value', { title: 'Watercolor for all' }, { title: 'Watercolor for all' }],
  ['lists, which can be merged', { files: [] }, { timers: [] }],
  ['nothing and something', {}, { title: 'Watercolor at home', amount: 39 }],
] as const)('there is no conflict if two people changed %s', ([, mine, theirs]) => {
  expect(found(mine, theirs)).toEqual([])
})

test('a changed currency conflicts with an amount that someone else changed', () => {
  expect(found({ currency: 'eur' }, { amount: 39 })).toMatchObject([{ label: 'Amount', theirs: '$39.00' }])
})

test('conflicting long texts are shown from where they differ', () => {
  const start = 'All about paper, brushes and light. '.repeat(10)
  const [words] = found({ description: `${start}Mine.` }, { description: `${start}Theirs.` })
  expect(words?.theirs).toMatch(/^….{30,45}Theirs\.$/)
  expect(words?.mine).toMatch(/^….{30,45}Mine\.$/)
})

test('a seller who accepts a colleague’s value keeps all other changes', () => {
  const mine = edited({ title: 'Watercolor for all', description: 'Ten lessons' })
  const current = { ...began, title: 'Watercolor at home' }
  expect(withTheirs(began, mine, current, findConflicts(began, mine, current))).toEqual({
    ...mine,
    title: 'Watercolor at home',
  })
})
