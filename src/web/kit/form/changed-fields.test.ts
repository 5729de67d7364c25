import { expect, test } from 'vitest'
import { changedFields } from './changed-fields.ts'

test('a save sends only the edited fields', () => {
  const stored = { title: 'Summer', isActive: true, formIds: ['a', 'b'], percentage: 20, createdAt: '2026' }

  expect(changedFields(stored, { title: 'Summer', isActive: true, formIds: ['a', 'b'] })).toEqual({})
  expect(
    changedFields(stored, { title: 'Autumn', isActive: true, formIds: ['b', 'a'], percentage: null }),
  ).toEqual({ title: 'Autumn', formIds: ['b', 'a'], percentage: null })
})
