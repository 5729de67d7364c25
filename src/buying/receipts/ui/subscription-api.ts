import { isRecord } from '#buying/checkout/ui/is-record.ts'
import type { SubscriptionData } from '../subscription-data.ts'

/** An answer's body, or why there is none, in words for the buyer. */
export type Answer =
  | { readonly isGood: true; readonly body: Readonly<Record<string, unknown>> }
  | { readonly isGood: false; readonly message: string }

export type SubscriptionApi = {
  readonly read: () => Promise<Answer>
  readonly cancel: () => Promise<Answer>
  readonly resume: () => Promise<Answer>
  readonly beginCardChange: () => Promise<Answer>
  readonly finishCardChange: (setupIntentId: string) => Promise<Answer>
}

/** Longer than the server waits for the provider, in milliseconds. */
const timeout = 30_000

const unreachable =
  'We could not reach the server. Check your connection and try again. Nothing will be changed twice.'

/** What a buyer can ask for, with the secret of the purchase that the subscription began with. */
export function subscriptionApi({ purchaseId, secret }: SubscriptionData): SubscriptionApi {
  const path = `/api/stripe/purchases/${encodeURIComponent(purchaseId)}/subscription`
  return {
    read: () => post(path, { secret }),
    cancel: () => post(`${path}/cancel`, { secret }),
    resume: () => post(`${path}/resume`, { secret }),
    beginCardChange: () => post(`${path}/card`, { secret }),
    finishCardChange: (setupIntentId) => post(`${path}/card/finish`, { secret, setupIntentId }),
  }
}

async function post(path: string, body: object): Promise<Answer> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeout),
    })
    const json: unknown = await response.json()
    const fields = isRecord(json) ? json : {}
    if (response.ok) return { isGood: true, body: fields }
    const { message } = fields
    return { isGood: false, message: typeof message === 'string' ? message : unreachable }
  } catch {
    return { isGood: false, message: unreachable }
  }
}
