/** The results of lost payments that were due for an email: `paid` of `all`. */
export type Group = { readonly all: number; readonly paid: number }

/** The estimated share of buyers with an email who returned because of it, with its confidence interval. */
export type Effect = { readonly share: number; readonly from: number; readonly to: number }

/** The `z` of a 99% confidence interval, which misses the true value in one case out of a hundred. */
const certainty = 2.576

/** The minimum number of lost payments for a result. */
export const enough = 100

/**
 * The difference that emails make: the share of buyers who paid after an email, minus the share who paid without one.
 * Null if there are too few lost payments. The confidence interval is that of Agresti and Caffo (2000), which works for
 * small groups and rare payments. It adds one buyer who paid and one who did not to each group.
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

/** Whether the emails certainly earn something. */
export function isProven({ from }: Effect): boolean {
  return from > 0
}
