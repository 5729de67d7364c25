/** Solves the challenge in small steps, so that hashing does not block the page. */
const batch = 256

/**
 * Solves the server's challenge. The solution is the challenge, a dot and the first integer for which the SHA-256 of
 * the whole text begins with enough zero bits. Their number is the challenge's second part.
 */
export async function prove(challenge: string): Promise<string> {
  const difficulty = Number(challenge.split('.')[1])
  const text = new TextEncoder()
  const isAnswer = async (proof: string): Promise<boolean> =>
    leadingZeros(new DataView(await crypto.subtle.digest('SHA-256', text.encode(proof)))) >= difficulty
  for (let from = 0; ; from += batch) {
    const proofs = Array.from({ length: batch }, (_, index) => `${challenge}.${from + index}`)
    const found = (await Promise.all(proofs.map(isAnswer))).indexOf(true)
    const proof = proofs[found]
    if (proof !== undefined) return proof
  }
}

/** The number of leading zero bits in the first 64 bits. No challenge requires more. */
function leadingZeros(digest: DataView): number {
  const first = Math.clz32(digest.getUint32(0))
  return first < 32 ? first : 32 + Math.clz32(digest.getUint32(4))
}
