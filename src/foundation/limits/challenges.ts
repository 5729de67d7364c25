import { createHash, randomBytes } from 'node:crypto'
import { isSignature, signatureOf } from '#foundation/values/signature.ts'

/** Seconds in which a challenge can be answered. */
const lifetime = 5 * 60
/** Zero bits that a proof of work begins with: a moment's work for one person's page. */
const easiest = 14
/** Some ten seconds of a page's work. */
const hardest = 20

/** How much work an attack is answered with: one bit more, and so twice the work, each time its `count` has doubled from `first`. */
export function difficultyOf(count: number, first: number): number {
  return Math.min(easiest + Math.floor(Math.log2(1 + count / first)), hardest)
}

/**
 * A challenge to whoever wants to do what is under attack: `<expires>.<difficulty>.<id>.<signature>`. It is answered by the challenge, a dot
 * and a whole number such that the SHA-256 of all that begins with `difficulty` zero bits. The proof is worth nothing for anything but `purpose`. Nothing of it is stored.
 */
export function issueChallenge(secret: string, purpose: string, difficulty: number, now: Date): string {
  const expires = Math.floor(now.getTime() / 1000) + lifetime
  const claim = `${expires}.${difficulty}.${randomBytes(12).toString('base64url')}`
  return `${claim}.${signatureOf(secret, textOf(purpose, claim))}`
}

/** The id of the challenge that a proof answers; undefined when it is forged, late, too easy or for another purpose. */
export function readProof(secret: string, purpose: string, proof: string, now: Date): string | undefined {
  const [expires = '', difficulty = '', id = '', signed = '', answer = ''] = proof.split('.')
  const isOwn = isSignature(secret, textOf(purpose, `${expires}.${difficulty}.${id}`), signed)
  const isInTime = Number(expires) * 1000 > now.getTime()
  const isAnswered = /^\d{1,12}$/.test(answer) && leadingZeros(proof) >= Number(difficulty)
  return isOwn && isInTime && isAnswered ? id : undefined
}

function textOf(purpose: string, claim: string): string {
  return `challenge:${purpose}:${claim}`
}

function leadingZeros(text: string): number {
  const digest = createHash('sha256').update(text).digest()
  const first = digest.findIndex((byte) => byte !== 0)
  return first === -1 ? 256 : first * 8 + Math.clz32(digest[first] ?? 0) - 24
}
