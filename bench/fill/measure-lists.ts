import { z } from 'zod'
import type { StartedProduct } from '../../e2e/product.ts'
import { account } from './open-store.ts'
import type { Asked } from './requests.ts'

export type Times = { readonly p50: number; readonly p95: number; readonly bytes: number }
export type Comparison = { readonly few: Times; readonly many: Times; readonly within: number | undefined }

/** Headers a browser would send. Responses are read without decompressing them. */
const accepts = { 'accept-encoding': 'gzip, deflate, br, zstd', accept: 'application/json' }

export async function signIn(product: StartedProduct, email: string = account.email): Promise<string> {
  const response = await fetch(`${product.url}/api/authentication/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: account.password }),
  })
  return z.object({ token: z.string() }).parse(await response.json()).token
}

/** A signed-in seller and one of their forms with a one-time price. */
export type Side = { readonly product: StartedProduct; readonly token: string; readonly form: string }

/** Sends one request at a time to each store in turn, so that other load on the machine affects both. */
export async function askInTurns(
  rounds: number,
  few: () => Promise<number>,
  many: () => Promise<number>,
  within?: number,
): Promise<Comparison> {
  const times: Record<'few' | 'many', number[]> = { few: [], many: [] }
  const bytes = { few: 0, many: 0 }
  const ask = async (side: 'few' | 'many', action: () => Promise<number>) => {
    const before = performance.now()
    bytes[side] = await action()
    times[side].push(performance.now() - before)
  }
  // Warms up first, because planning statements and reading pages from disk should not be measured.
  for (let round = 0; round < 6; round += 1) await Promise.all([few(), many()])
  for (let round = 0; round < rounds; round += 1) {
    await ask('few', few)
    await ask('many', many)
  }
  const at = (side: 'few' | 'many') => {
    const sorted = times[side].toSorted((one, other) => one - other)
    const value = (share: number) =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
    return { p50: value(0.5), p95: value(0.95), bytes: bytes[side] }
  }
  return { few: at('few'), many: at('many'), within }
}

export async function read({ product, token }: Side, { path }: Asked): Promise<number> {
  const response = await fetch(`${product.url}${path}`, {
    headers: { ...accepts, authorization: `Bearer ${token}` },
  })
  const body = await response.arrayBuffer()
  if (!response.ok)
    throw new Error(`${path}: ${response.status} ${Buffer.from(body).toString().slice(0, 300)}`)
  return body.byteLength
}

let buyers = 0

export async function buy({ product, form }: Side): Promise<number> {
  buyers += 1
  const response = await fetch(`${product.url}/api/stripe/pay-form`, {
    method: 'POST',
    headers: { ...accepts, 'content-type': 'application/json' },
    body: JSON.stringify({
      form,
      email: `buyer-${buyers}-${Date.now()}@example.com`,
      name: 'Bea Novak',
      paymentMethodId: 'pm_card_visa',
    }),
  })
  const body = await response.arrayBuffer()
  if (!response.ok) throw new Error(`A purchase was answered with ${response.status}`)
  return body.byteLength
}
