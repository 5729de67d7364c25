import { createHash, createHmac, randomBytes } from 'node:crypto'
import { type Message, say } from '#foundation/language/t.ts'
import { isSignature, signatureOf } from '#foundation/values/signature.ts'
import type { Clock } from '../time/clock.ts'
import { Failure } from '../failures/failure.ts'
import type { Limiter, Use } from './limiter.ts'

/**
 * The endpoint is under attack. The same request is accepted with the solution to `details.challenge`.
 * Nothing was done.
 */
export class ProofNeeded extends Failure {
  readonly status = 428
  readonly code = 'proof_needed'
  override readonly details: { readonly challenge: string }

  constructor(challenge: string, message: Message) {
    super(say(message))
    this.details = { challenge }
  }
}

type Parts = {
  readonly limiter: Limiter
  readonly clock: Clock
  readonly config: { readonly authSecret: string }
}

/** The extent of an attack. The work doubles each time `count` has doubled since `first`. */
type Attack = { readonly count: number; readonly first: number }

type Demand = Attack & {
  /** The proof's purpose. The proof is not valid for anything else. */
  readonly purpose: string
  readonly proof: string | null | undefined
  /** The uses that the request has counted. They are uncounted if the proof is missing, because nothing was done. */
  readonly counted: readonly Use[]
  /** Whether the proof can be used again for the same purpose. */
  readonly isLasting?: boolean
}

export type ProofOfWork = {
  /** A valid proof as a use. It is counted with the request's other uses, so that the proof is valid only once. */
  readonly useOf: (purpose: string, proof: string | null | undefined) => Use | undefined
  /** The error that asks for a proof of work. */
  readonly refusal: (purpose: string, attack: Attack) => ProofNeeded
  /** Counts a request's proof of work. Throws `ProofNeeded` if it is missing. */
  readonly demand: (demand: Demand) => Promise<void>
}

/** Proofs of work against one kind of attack, given by `against`. They are not valid against another kind. */
export function createProofOfWork(
  { limiter, clock, config }: Parts,
  { against, message }: { readonly against: string; readonly message: Message },
): ProofOfWork {
  const secret = createHmac('sha256', config.authSecret).update(against).digest('base64url')

  const useOf: ProofOfWork['useOf'] = (purpose, proof) => {
    const id = typeof proof === 'string' ? readProof(secret, purpose, proof, clock.now()) : undefined
    return id === undefined ? undefined : { rule: 'proof', subject: id }
  }

  const refusal: ProofOfWork['refusal'] = (purpose, { count, first }) =>
    new ProofNeeded(issueChallenge(secret, purpose, difficultyOf(count, first), clock.now()), message)

  return {
    useOf,
    refusal,
    async demand({ purpose, proof, counted, isLasting = false, ...attack }) {
      const use = useOf(purpose, proof)
      if (use !== undefined && (isLasting || (await limiter.count([use])).of(use)?.count === 1)) return
      await limiter.giveBack(counted)
      throw refusal(purpose, attack)
    },
  }
}

/** How long a challenge is valid, in seconds. */
const lifetime = 5 * 60
/** The leading zero bits that a proof needs at first: an unnoticeable amount of work for a page. */
const easiest = 14
/** The maximum number of zero bits that a proof can need: about ten seconds of work for a page. */
const hardest = 20

/**
 * The work required during an attack: one bit more (twice the work) each time its `count` has doubled since `first`.
 */
function difficultyOf(count: number, first: number): number {
  return Math.min(easiest + Math.floor(Math.log2(1 + count / first)), hardest)
}

/**
 * A challenge for clients of an attacked endpoint: `<expires>.<difficulty>.<id>.<signature>`. The solution is the
 * challenge, a dot and an integer such that the SHA-256 of the whole begins with `difficulty` zero bits. It is valid
 * for `purpose` only. Nothing is stored.
 */
export function issueChallenge(secret: string, purpose: string, difficulty: number, now: Date): string {
  const expires = Math.floor(now.getTime() / 1000) + lifetime
  const claim = `${expires}.${difficulty}.${randomBytes(12).toString('base64url')}`
  return `${claim}.${signatureOf(secret, textOf(purpose, claim))}`
}

/** The id of the challenge that a proof solves, or undefined if it is forged, late, too easy or for another purpose. */
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
