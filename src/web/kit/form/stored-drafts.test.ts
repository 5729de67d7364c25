import { expect, test } from 'vitest'
import { clearAllBut, deleteDraftsOfOthers, hasDraftsOf } from './stored-drafts.ts'

function newStore(keys: readonly string[]) {
  const kept = new Set(keys)
  return {
    kept,
    get length() {
      return kept.size
    },
    key: (index: number) => [...kept][index] ?? null,
    removeItem: (key: string) => void kept.delete(key),
  }
}

const all = [
  'sessionToken',
  'endedSession',
  'formDraft ada new',
  'formDraft adam new',
  'formDraft bob f1',
  'theme',
]

test('after a session ends, only the drafts of that session’s person remain', () => {
  const store = newStore(all)
  clearAllBut(store, 'endedSession', 'ada')
  expect([...store.kept]).toEqual(['endedSession', 'formDraft ada new'])
  expect(hasDraftsOf(store, 'ada')).toBe(true)
  expect(hasDraftsOf(store, 'bob')).toBe(false)
})

test('a person’s drafts are deleted as soon as someone else signs in', () => {
  const store = newStore(all)
  deleteDraftsOfOthers(store, 'bob')
  expect([...store.kept]).toEqual(['sessionToken', 'endedSession', 'formDraft bob f1', 'theme'])
})
