/** What came of recoveries that were due for a mail: `paid` of `all`. */
export type Group = { readonly all: number; readonly paid: number }

/** How likely buyers came back because of a mail, as a share of those mailed, with its interval. */
export type Effect = { readonly share: number; readonly from: number; readonly to: number }

/** The interval misses the truth in one of a hundred cases: `z` of the normal distribution. */
const certainty = 2.576

/** From how many recoveries on a number is given. */
export const enough = 100

/**
 * The difference that mails make: the share that paid after a mail, less the share that paid without one. Null for too
 * few to say. The interval is that of Agresti and Caffo (2000), which holds for small groups and rare payments: each group
 * counts one more that paid and one more that did not.
 */
export function effectOf(mailed: Group, heldOut: Group): Effect | null {
  if (mailed.all + heldOut.all < enough || heldOut.all === 0) return null
  const share = mailed.paid / mailed.all - heldOut.paid / heldOut.all
  const [one, other] = [widened(mailed), widened(heldOut)]
  const middle = one.share - other.share
  const half = certainty * Math.sqrt(one.variance + other.variance)
  return { share, from: Math.max(-1, middle - half), to: Math.min(1, middle + half) }
}

function widened({ all, paid }: Group): { readonly share: number; readonly variance: number } {
  const share = (paid + 1) / (all + 2)
  return { share, variance: (share * (1 - share)) / (all + 2) }
}

/** Whether mails certainly earn something. */
export function isProven({ from }: Effect): boolean {
  return from > 0
}
