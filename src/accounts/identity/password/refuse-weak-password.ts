import { InvalidFields } from '#foundation/failures/failure.ts'
import { identityMessages } from '../messages.ts'

/** Whose password it is to be. */
export type PasswordOwner = {
  readonly email: string
  readonly name: string
  readonly firstname?: string
  readonly lastName?: string
}

/**
 * Throws InvalidFields at `field` for a password that would be among the first that anybody tries: a common one, one
 * with hardly more than the person's own address or name or the product's name in it, or one that a pattern makes.
 */
export async function refuseWeakPassword(
  password: string,
  owner: PasswordOwner,
  field: 'password' | 'newPassword' = 'password',
): Promise<void> {
  if (await isWeakPassword(password, owner))
    throw new InvalidFields({ [field]: identityMessages['weak-password'].message })
}

/** Guesses that a program makes in a moment; the ten thousand most common passwords are far below. */
const fewGuesses = 1e6
/** What is looked at of a password: the estimate takes long for long ones, which few of these are needed to make good. */
const looked = 64
/** A year and a sign beside a name make no password. */
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

/** The longest first, so that an address goes before its parts. */
function ownWords({ email, name, firstname = '', lastName = '' }: PasswordOwner): string[] {
  const texts = [email, name, firstname, lastName].map((text) => text.normalize('NFKC').toLowerCase())
  const parts = texts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u))
  const joined = texts.map((text) => text.replaceAll(/[^\p{L}\p{N}]+/gu, ''))
  const words = [...texts, ...joined, ...parts, email.toLowerCase().split('@')[0] ?? '', 'tillform']
  return [...new Set(words)]
    .filter((word) => word.length > 2)
    .toSorted((one, other) => other.length - one.length)
}

/** Loaded with the first password that is set: the list is large, and most processes' lives begin without one. */
let loading: ReturnType<typeof loadEstimator> | undefined

async function loadEstimator() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
}
