import type { FromAuthenticationFrame } from './frame-messages.ts'
import { showOverlay } from './overlay.ts'

/** Shows the bank's page over the whole page until the buyer has finished. */
export async function showAuthentication(address: string): Promise<void> {
  await showOverlay<FromAuthenticationFrame>('Authenticate your payment', address, () => undefined)
}
