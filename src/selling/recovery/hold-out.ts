import { createHmac } from 'node:crypto'

/** How many of 256 recoveries get no mail. */
export const heldOut = 26

/**
 * Whether a recovery gets no mail, so that those with one have something to be compared with. A tenth do not, by their
 * id alone: neither the seller nor the buyer can influence it.
 */
export function isHeldOut(secret: string, recoveryId: string): boolean {
  const [first = 255] = createHmac('sha256', secret).update(`hold-out:${recoveryId}`).digest()
  return first < heldOut
}
