import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { neighborhoodOf } from '#foundation/network/client-network.ts'
import { fairTurns } from '#foundation/jobs/fair-turns.ts'
import { cost } from './password-cost.ts'

const keyLength = 32

/** `network` is whose turn it is, here as below; without a turn each throws `Overloaded`. */
export async function hashPassword(password: string, network: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, network)
  return `scrypt$${cost.N}$${salt.toString('base64url')}$${key.toString('base64url')}`
}

export async function verifyPassword(hash: string, password: string, network: string): Promise<boolean> {
  const [scheme, n, salt = '', expected = ''] = hash.split('$')
  const key = await derive(password, Buffer.from(salt, 'base64url'), network)
  const wanted = Buffer.from(expected, 'base64url')
  return (
    scheme === 'scrypt' &&
    Number(n) === cost.N &&
    wanted.length === key.length &&
    timingSafeEqual(wanted, key)
  )
}

/** Does the work of a verification for an account that does not exist, so that both take the same time. */
export async function pretendToVerify(password: string, network: string): Promise<void> {
  await derive(password, Buffer.alloc(16), network)
}

/**
 * Derivations take turns, because they run on the few threads that connecting to the database, compressing and reading
 * files need as well: a crowd that signs in must not keep everybody else from being served, nor a few networks all others
 * from signing in. A place further back would be served when the browser has given up.
 */
const inTurn = fairTurns(2, { ofOne: 50, inAll: 100 })

async function derive(password: string, salt: Buffer, network: string): Promise<Buffer> {
  return inTurn(neighborhoodOf(network), () => deriveNow(password, salt))
}

function deriveNow(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyLength, cost, (error, key) => {
      if (error === null) resolve(key)
      else reject(error)
    })
  })
}
