import { expect, test } from 'vitest'
import { howsOf } from '../kinds.ts'
import type { NotificationSettings } from '../settings-contract.ts'
import { changesOf, shownAfter } from './notification-settings-page.tsx'

const loaded: NotificationSettings = { kinds: howsOf(true, {}), zone: 'UTC', quiet: null }
const nothing = { kinds: {}, zone: undefined, quiet: undefined }

test('a second save keeps settings changed on another device in between', () => {
  const sent = { ...loaded, kinds: howsOf(true, { sale: 'daily' }) }
  expect(changesOf(loaded, sent)).toEqual({ ...nothing, kinds: { sale: 'daily' } })

  const saved = {
    kinds: howsOf(true, { sale: 'daily', refund: 'off' }),
    zone: 'Asia/Tokyo',
    quiet: { from: 22, to: 7 },
  }
  const shown = shownAfter(saved, sent, sent)
  expect(shown).toEqual(saved)
  expect(changesOf(saved, { ...shown, quiet: null })).toEqual({ ...nothing, quiet: null })
})

test('a setting changed during a save is not lost', () => {
  const sent = { ...loaded, kinds: howsOf(true, { sale: 'daily' }) }
  const meanwhile = { ...sent, kinds: howsOf(true, { sale: 'daily', dispute: 'daily' }) }

  expect(changesOf(sent, shownAfter(sent, sent, meanwhile))).toEqual({
    ...nothing,
    kinds: { dispute: 'daily' },
  })
})
