import { createHash } from 'node:crypto'

/** Solves a challenge in the same way as the payment page. */
export function answerChallenge(challenge: string): string {
  const difficulty = Number(challenge.split('.')[1])
  for (let answer = 0; ; answer += 1) {
    const proof = `${challenge}.${answer}`
    const bits = BigInt(`0x${createHash('sha256').update(proof).digest('hex')}`)
    if (bits >> BigInt(256 - difficulty) === 0n) return proof
  }
}
