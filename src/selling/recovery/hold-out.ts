import { createHmac } from 'node:crypto'

/** How many of 256 lost payments get no email. */
export const heldOut = 26

/**
 * Whether a lost payment gets no email, so that there is something to compare the others with. A tenth get none. Their
 * id alone decides, because neither the seller nor the buyer can influence it.
 */
export function isHeldOut(secret: string, recoveryId: string): boolean {
  const [first = 255] = createHmac('sha256', secret).update(`hold-out:${recoveryId}`).digest()
  return first < heldOut
}
