import type { Page } from '@playwright/test'

/**
 * Answers calls of this address as under attack, for as many `times`; what it answers reads the proofs that came with
 * all of them so far.
 */
export async function askForWork(page: Page, address: string, times: number) {
  const challenge = `${Math.floor(Date.now() / 1000) + 300}.10.Qk3xYzAbCdEfGhIj.signature`
  const message = 'We had to check that no machine is testing stolen cards.'
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
