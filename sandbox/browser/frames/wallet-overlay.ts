import type { FromWalletFrame, ToWalletFrame } from './frame-messages.ts'
import { showOverlay } from './overlay.ts'

type Sheet = Omit<Extract<ToWalletFrame, { readonly kind: 'show' }>, 'kind'>

/** Shows the wallet's sheet. @returns the buyer's details from the wallet, or null if the buyer cancels */
export async function showWallet(
  origin: string,
  sheet: Sheet,
): Promise<{ name: string; email: string } | null> {
  const finished = await showOverlay<FromWalletFrame>(
    'Pay with Sandbox Pay',
    `${origin}/frames/wallet`,
    (port) => {
      const message: ToWalletFrame = { kind: 'show', ...sheet }
      port.postMessage(message)
    },
  )
  return finished?.payer ?? null
}
