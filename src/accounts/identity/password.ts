import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { Overloaded } from '#foundation/http/errors.ts'
import { cost } from './password-cost.ts'

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

/**
 * Derivations take turns, because they run on the few threads that connecting to the database, compressing and reading
 * files need as well: a crowd that signs in must not keep everybody else from being served.
 */
const atOnce = 2
/** A place further back would be served when the browser has given up. */
const longestQueue = 100
let running = 0
const queue: (() => void)[] = []

async function derive(password: string, salt: Buffer): Promise<Buffer> {
  if (running >= atOnce) {
    if (queue.length >= longestQueue) throw new Overloaded()
    // Whoever ends hands the turn on, so the count of those running stays.
    await new Promise<void>((resolve) => queue.push(resolve))
  } else {
    running += 1
  }
  try {
    return await deriveNow(password, salt)
  } finally {
    const next = queue.shift()
    if (next === undefined) running -= 1
    else next()
  }
}

function deriveNow(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyLength, cost, (error, key) => {
      if (error === null) resolve(key)
      else reject(error)
    })
  })
}
