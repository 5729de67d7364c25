import { expect, test } from 'vitest'
import { cost } from '#accounts/identity/password/password-cost.ts'
import { hashPassword, verifyPassword } from './password.ts'

const home = '127.0.0.1'

test('a password matches only its own hash', async () => {
  const hash = await hashPassword('correct horse', home)

  expect(await verifyPassword(hash, 'correct horse', home)).toBe(true)
  expect(await verifyPassword(hash, 'correct horse ', home)).toBe(false)
  expect(await hashPassword('correct horse', home)).not.toBe(hash)
})

test('a password hash from an earlier version still matches', async () => {
  const stored = 'scrypt$256$ABEiM0RVZneImaq7zN3u_w$8DgTF-DvqW7ZD8p49lXoeb8X-AepVX_ZNRIS_3q29Xg'

  expect(await verifyPassword(stored, 'correct horse', home)).toBe(true)
})

test('a password matches regardless of how the keyboard composes its letters', async () => {
  expect(await verifyPassword(await hashPassword('caf\u00e9 noir', home), 'cafe\u0301 noir', home)).toBe(true)
})

test.each(['', 'scrypt', 'scrypt$32768$$', 'scrypt$16$AAAA$AAAA', 'bcrypt$32768$AAAA$AAAA'])(
  'no password matches the malformed hash "%s"',
  async (hash) => {
    expect(await verifyPassword(hash, '', home)).toBe(false)
  },
)

/** Sends this many simultaneous requests from a network. Returns how many were served. */
async function crowd(network: string, size: number): Promise<number> {
  const all = await Promise.allSettled(
    Array.from({ length: size }, () => hashPassword('correct horse', network)),
  )
  return all.filter(({ status }) => status === 'fulfilled').length
}

test('at most fifty password checks from one network can wait at the same time', async () => {
  expect(await crowd('crowd', 60)).toBe(51)
  const [refused] = (
    await Promise.allSettled(Array.from({ length: 52 }, () => hashPassword('correct horse', 'crowd')))
  ).filter(({ status }) => status === 'rejected')
  expect(refused).toMatchObject({ reason: { status: 503, code: 'overloaded' } })
})

// Proves sign-in-locks.
test('floods from ten networks leave capacity for people from elsewhere', async () => {
  let served = 0
  const crowds = Array.from({ length: 10 }, (_, index) => crowd(`crowd ${index}`, 45))
  const counted = Array.from({ length: 5 }, async (_, index) => {
    await hashPassword('correct horse', `elsewhere ${index}`)
    served += 1
  })
  await Promise.all(counted)
  expect(served).toBe(5)
  // Two checks run and a hundred wait, except those that were dropped to make room for these five.
  expect((await Promise.all(crowds)).reduce((sum, count) => sum + count, 0)).toBe(97)
})

// Proves sign-in-locks.
test('a queue from a hundred and fifty networks leaves capacity for people from elsewhere', async () => {
  const line = Array.from({ length: 150 }, (_, index) => crowd(`2001:db8:1:${index.toString(16)}::/64`, 1))
  await hashPassword('correct horse', '2001:db8:2:1::/64')

  expect((await Promise.all(line)).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(51)
})

// Proves passwords.
test('in production one password guess needs 32 MB of memory', () => {
  expect(128 * cost.N * cost.r * cost.p).toBe(32 * 1024 * 1024)
})
