import { expect, test } from 'vitest'
import type { Shop } from '../contract.ts'
import { changesOf, storedAfter } from './shop-form.tsx'

const loaded: Shop = {
  name: 'Corner shop',
  logo: null,
  wideLogo: null,
  contactEmail: 'hello@shop.example',
  website: null,
  termsUrl: null,
  brandColor: null,
  font: 'system',
  timeZone: null,
  embedHosts: [],
  announcesPurchases: false,
  namesOrderAfterPaying: false,
  country: null,
}

test('saving shop settings twice keeps a colleague’s changes made in between', () => {
  const shown = { ...loaded, name: 'Corner store' }
  const first = changesOf(loaded, shown)
  expect(first).toEqual({ name: 'Corner store' })
  const answer = { ...shown, website: 'https://theirs.example/', brandColor: '#00ff00' }
  const stored = storedAfter(loaded, first, answer)

  expect(changesOf(stored, { ...shown, timeZone: 'Europe/Berlin' })).toEqual({ timeZone: 'Europe/Berlin' })
  expect(changesOf(stored, { ...shown, name: loaded.name })).toEqual({ name: loaded.name })
})
