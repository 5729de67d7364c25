import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { neighborhoodOf } from '#foundation/network/client-network.ts'
import { fairTurns } from '#foundation/jobs/fair-turns.ts'
import { InvalidFields } from '#foundation/failures/failure.ts'
import { identityMessages } from '#accounts/identity/messages.ts'
import { cost } from './password-cost.ts'

const keyLength = 32

/**
 * `network` is the client's, so that networks take fair turns. Functions that take it throw `Overloaded` if the queue
 * is full.
 */
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

/** Does as much work as a real check, so that an unknown account takes the same time. */
export async function pretendToVerify(password: string, network: string): Promise<void> {
  await derive(password, Buffer.alloc(16), network)
}

/**
 * Password checks take turns, because they run on the few threads that database connections, compression and file
 * reads also need. Many sign-ins must not slow down every other request, and a few networks must not block all other
 * sign-ins. With a longer queue, browsers would give up first.
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

/** The person whose password is set. */
type PasswordOwner = {
  readonly email: string
  readonly name: string
  readonly firstname?: string
  readonly lastName?: string
}

/**
 * Throws InvalidFields at `field` for a password that is easy to guess: a common one, one that contains little more
 * than the person's address or name or the product's name, or one that follows a pattern.
 */
export async function refuseWeakPassword(
  password: string,
  owner: PasswordOwner,
  field: 'password' | 'newPassword' = 'password',
): Promise<void> {
  if (await isWeakPassword(password, owner))
    throw new InvalidFields({ [field]: identityMessages['weak-password'].message() })
}

/**
 * The number of guesses that a program can make in a moment. The ten thousand most common passwords are far below it.
 */
const fewGuesses = 1e6
/**
 * How much of a password is checked for strength. Long ones are slow to check, and a few characters are enough to make
 * one strong.
 */
const looked = 64
/** A year and a symbol next to a name do not make a good password. */
const shortestRest = 5

export async function isWeakPassword(password: string, owner: PasswordOwner): Promise<boolean> {
  const words = ownWords(owner)
  const plain = password.normalize('NFKC').toLowerCase()
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), plain)
  const isOwn = rest !== plain && rest.replaceAll(/[^\p{L}\p{N}]/gu, '').length < shortestRest
  if (isOwn) return true
  const estimator = await (loading ??= loadEstimator())
  return estimator.check(plain.slice(0, looked), words).guesses < fewGuesses
}

/** The longest parts come first, so that an address is removed before its parts. */
function ownWords({ email, name, firstname = '', lastName = '' }: PasswordOwner): string[] {
  const texts = [email, name, firstname, lastName].map((text) => text.normalize('NFKC').toLowerCase())
  const parts = texts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u))
  const joined = texts.map((text) => text.replaceAll(/[^\p{L}\p{N}]+/gu, ''))
  const words = [...texts, ...joined, ...parts, email.toLowerCase().split('@')[0] ?? '', 'tillform']
  return [...new Set(words)]
    .filter((word) => word.length > 2)
    .toSorted((one, other) => other.length - one.length)
}

/** Loaded when the first password is set, because the list is large and most processes never need it. */
let loading: ReturnType<typeof loadEstimator> | undefined

async function loadEstimator() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
}
