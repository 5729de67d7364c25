import { createHmac } from 'node:crypto'
import type { Clock } from '../time/clock.ts'
import { Failure } from '../failures/failure.ts'
import { difficultyOf, issueChallenge, readProof } from './challenges.ts'
import type { Limiter, Use } from './limiter.ts'

/**
 * What was asked for is under attack: the same request is taken with the answer to `details.challenge`. Nothing of it was
 * done.
 */
export class ProofNeeded extends Failure {
  readonly status = 428
  readonly code = 'proof_needed'
  override readonly details: { readonly challenge: string }

  constructor(challenge: string, message: string) {
    super(message)
    this.details = { challenge }
  }
}

type Parts = {
  readonly limiter: Limiter
  readonly clock: Clock
  readonly config: { readonly authSecret: string }
}

/** How far an attack has come: the work doubles each time `count` has doubled from `first`. */
type Attack = { readonly count: number; readonly first: number }

type Demand = Attack & {
  /** What the proof is for; it is worth nothing for anything else. */
  readonly purpose: string
  readonly proof: string | null | undefined
  /** What was counted of the request, which is given back where the proof is wanting: nothing was done. */
  readonly counted: readonly Use[]
  /** The proof may come again for the same purpose. */
  readonly isLasting?: boolean
}

export type ProofOfWork = {
  /** The use that a good proof is, to be counted with others of the request: the first time alone it is good. */
  readonly useOf: (purpose: string, proof: string | null | undefined) => Use | undefined
  /** The refusal that asks for a proof. */
  readonly refusal: (purpose: string, attack: Attack) => ProofNeeded
  /** Counts the proof that came with a request; throws `ProofNeeded` where it is wanting. */
  readonly demand: (demand: Demand) => Promise<void>
}

/** Proofs of work against one kind of attack, which `against` names: none is worth anything against another. */
export function createProofOfWork(
  { limiter, clock, config }: Parts,
  { against, message }: { readonly against: string; readonly message: string },
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
