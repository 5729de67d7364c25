import { expect, test } from 'vitest'
import { cost } from '#accounts/identity/password-cost.ts'
import { hashPassword, verifyPassword } from './password.ts'

test('a password fits its own hash and no other', async () => {
  const hash = await hashPassword('correct horse')

  expect(await verifyPassword(hash, 'correct horse')).toBe(true)
  expect(await verifyPassword(hash, 'correct horse ')).toBe(false)
  expect(await hashPassword('correct horse')).not.toBe(hash)
})

test('a hash that was stored long ago still fits', async () => {
  const stored = 'scrypt$256$ABEiM0RVZneImaq7zN3u_w$8DgTF-DvqW7ZD8p49lXoeb8X-AepVX_ZNRIS_3q29Xg'

  expect(await verifyPassword(stored, 'correct horse')).toBe(true)
})

test('a password is the same however the keyboard composed its letters', async () => {
  expect(await verifyPassword(await hashPassword('caf\u00e9 noir'), 'cafe\u0301 noir')).toBe(true)
})

test.each(['', 'scrypt', 'scrypt$32768$$', 'scrypt$16$AAAA$AAAA', 'bcrypt$32768$AAAA$AAAA'])(
  'nothing fits the malformed hash "%s"',
  async (hash) => {
    expect(await verifyPassword(hash, '')).toBe(false)
  },
)

test('a crowd takes turns, and who comes when a hundred wait is told to come back', async () => {
  const crowd = await Promise.allSettled(Array.from({ length: 105 }, () => hashPassword('correct horse')))
  const refused = crowd.filter(({ status }) => status === 'rejected')

  expect(refused).toHaveLength(3)
  expect(refused[0]).toMatchObject({ reason: { status: 503, code: 'overloaded' } })
  expect(await verifyPassword(await hashPassword('afterwards'), 'afterwards')).toBe(true)
})

test('outside of tests a guess costs 32 MB', () => {
  expect(128 * cost.N * cost.r * cost.p).toBe(32 * 1024 * 1024)
})
