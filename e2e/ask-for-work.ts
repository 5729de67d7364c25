import type { Page } from '@playwright/test'

/**
 * Responds to `times` calls to this URL with a challenge, as during an attack. Returns a function that reads all proofs
 * sent so far.
 */
export async function askForWork(page: Page, address: string, times: number) {
  const challenge = `${Math.floor(Date.now() / 1000) + 300}.10.Qk3xYzAbCdEfGhIj.signature`
  const message = 'We ran a quick security check.'
  const json = { code: 'proof_needed', message, requestId: 'r', details: { challenge } }
  const proofs: (string | undefined)[] = []
  await page.route(address, async (route) => {
    const proof = route.request().headers()['proof-of-work']
    proofs.push(proof)
    return proofs.length > times ? route.continue() : route.fulfill({ status: 428, json })
  })
  return {
    message,
    proofs,
    isProof: (proof: string | undefined) => proof?.startsWith(`${challenge}.`) ?? false,
  }
}
