import { expect, test } from 'vitest'
import { cost } from '#accounts/identity/password/password-cost.ts'
import { hashPassword, verifyPassword } from './password.ts'

const home = '127.0.0.1'

test('a password fits its own hash and no other', async () => {
  const hash = await hashPassword('correct horse', home)

  expect(await verifyPassword(hash, 'correct horse', home)).toBe(true)
  expect(await verifyPassword(hash, 'correct horse ', home)).toBe(false)
  expect(await hashPassword('correct horse', home)).not.toBe(hash)
})

test('a hash that was stored long ago still fits', async () => {
  const stored = 'scrypt$256$ABEiM0RVZneImaq7zN3u_w$8DgTF-DvqW7ZD8p49lXoeb8X-AepVX_ZNRIS_3q29Xg'

  expect(await verifyPassword(stored, 'correct horse', home)).toBe(true)
})

test('a password is the same however the keyboard composed its letters', async () => {
  expect(await verifyPassword(await hashPassword('caf\u00e9 noir', home), 'cafe\u0301 noir', home)).toBe(true)
})

test.each(['', 'scrypt', 'scrypt$32768$$', 'scrypt$16$AAAA$AAAA', 'bcrypt$32768$AAAA$AAAA'])(
  'nothing fits the malformed hash "%s"',
  async (hash) => {
    expect(await verifyPassword(hash, '', home)).toBe(false)
  },
)

/** So many of a network at once; answers how many were served. */
async function crowd(network: string, size: number): Promise<number> {
  const all = await Promise.allSettled(
    Array.from({ length: size }, () => hashPassword('correct horse', network)),
  )
  return all.filter(({ status }) => status === 'fulfilled').length
}

test('a crowd of one network takes turns, and beyond fifty that wait a request is to come back later', async () => {
  expect(await crowd('crowd', 60)).toBe(51)
  const [refused] = (
    await Promise.allSettled(Array.from({ length: 52 }, () => hashPassword('correct horse', 'crowd')))
  ).filter(({ status }) => status === 'rejected')
  expect(refused).toMatchObject({ reason: { status: 503, code: 'overloaded' } })
})

test('crowds of ten networks leave whoever comes from elsewhere a place', async () => {
  let served = 0
  const crowds = Array.from({ length: 10 }, (_, index) => crowd(`crowd ${index}`, 45))
  const counted = Array.from({ length: 5 }, async (_, index) => {
    await hashPassword('correct horse', `elsewhere ${index}`)
    served += 1
  })
  await Promise.all(counted)
  expect(served).toBe(5)
  // Two that ran and a hundred that waited, less those who left the five their places.
  expect((await Promise.all(crowds)).reduce((sum, count) => sum + count, 0)).toBe(97)
})

test('a line with a hundred and fifty networks leaves whoever comes from elsewhere a place', async () => {
  const line = Array.from({ length: 150 }, (_, index) => crowd(`2001:db8:1:${index.toString(16)}::/64`, 1))
  await hashPassword('correct horse', '2001:db8:2:1::/64')

  expect((await Promise.all(line)).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(51)
})

test('outside of tests a guess costs 32 MB', () => {
  expect(128 * cost.N * cost.r * cost.p).toBe(32 * 1024 * 1024)
})
