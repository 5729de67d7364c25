import { languageHeader } from '#foundation/language/languages.ts'
import { t } from '#foundation/language/t.ts'
import { pageLanguage } from '#foundation/language/words.ts'
import { isRecord } from '#buying/checkout/ui/payment/is-record.ts'
import type { SubscriptionData } from '../page/subscription-data.ts'

/** The body of a response, or the problem as text for the buyer. */
export type Answer =
  | { readonly isGood: true; readonly body: Readonly<Record<string, unknown>> }
  | { readonly isGood: false; readonly message: string; readonly code: string }

export type SubscriptionApi = {
  readonly read: () => Promise<Answer>
  readonly cancel: () => Promise<Answer>
  readonly resume: () => Promise<Answer>
  /** Pays off a plan. `total`, in minor units, is the amount the buyer saw. The same key means the same payment. */
  readonly payOffEarly: (total: number, key: string) => Promise<Answer>
  readonly readEarlyPayoff: (payoffId: string) => Promise<Answer>
  readonly giveUpEarlyPayoff: (payoffId: string) => Promise<Answer>
  readonly changePrice: (price: SubscriptionData['prices'][number]) => Promise<Answer>
  readonly undoPriceChange: (change: string) => Promise<Answer>
  readonly beginCardChange: () => Promise<Answer>
  /** Charges no more than the amount that the page shows as due. */
  readonly finishCardChange: (setupIntentId: string) => Promise<Answer>
}

/** The timeout in milliseconds, which is longer than the server waits for the provider. */
const timeout = 30_000

function unreachable(): string {
  return t('We could not reach the server. Check your connection and try again. No change is made twice.')
}

/** A buyer's API requests, with the purchase's secret. */
export function subscriptionApi({ purchaseId, secret, due }: SubscriptionData): SubscriptionApi {
  const path = `/api/stripe/purchases/${encodeURIComponent(purchaseId)}/subscription`
  return {
    read: () => post(path, { secret }),
    cancel: () => post(`${path}/cancel`, { secret }),
    resume: () => post(`${path}/resume`, { secret }),
    payOffEarly: (total, key) => post(`${path}/pay-off`, { secret, total }, { 'idempotency-key': key }),
    readEarlyPayoff: (payoffId) => post(`${path}/pay-off/state`, { secret, payoffId }),
    giveUpEarlyPayoff: (payoffId) => post(`${path}/pay-off/give-up`, { secret, payoffId }),
    changePrice: ({ id, total, from, after }) =>
      post(`${path}/price`, { secret, price: id, total, from, after }),
    undoPriceChange: (change) => post(`${path}/price/keep`, { secret, change }),
    beginCardChange: () => post(`${path}/card`, { secret }),
    finishCardChange: (setupIntentId) =>
      post(`${path}/card/finish`, { secret, setupIntentId, due: due?.total ?? 0 }),
  }
}

async function post(
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', [languageHeader]: pageLanguage() },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeout),
    })
    const json: unknown = await response.json()
    const fields = isRecord(json) ? json : {}
    if (response.ok) return { isGood: true, body: fields }
    const { message, code } = fields
    return {
      isGood: false,
      message: typeof message === 'string' ? message : unreachable(),
      code: typeof code === 'string' ? code : '',
    }
  } catch {
    return { isGood: false, message: unreachable(), code: '' }
  }
}
