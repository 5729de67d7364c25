import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** scrypt's cost: 32 MB and some tens of milliseconds on a thread of the pool, never on the event loop. */
const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 } as const
const keyLength = 32

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt)
  return `scrypt$${cost.N}$${salt.toString('base64url')}$${key.toString('base64url')}`
}

export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const [scheme, n, salt = '', expected = ''] = hash.split('$')
  const key = await derive(password, Buffer.from(salt, 'base64url'))
  const wanted = Buffer.from(expected, 'base64url')
  return (
    scheme === 'scrypt' &&
    Number(n) === cost.N &&
    wanted.length === key.length &&
    timingSafeEqual(wanted, key)
  )
}

/** Does the work of a verification for an account that does not exist, so that both take the same time. */
export async function pretendToVerify(password: string): Promise<void> {
  await derive(password, Buffer.alloc(16))
}

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyLength, cost, (error, key) => {
      if (error === null) resolve(key)
      else reject(error)
    })
  })
}
