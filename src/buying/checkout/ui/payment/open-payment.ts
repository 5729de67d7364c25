import { inTime } from '#web/kit/browser/in-time.ts'
import { prove } from '#web/kit/browser/prove.ts'
import type { ProviderScript } from '../form/provider-script.ts'
import { saveTyped, takeTyped } from '../page/reload-page.ts'
import type { PayApi, PayBody } from './pay-api.ts'
import { createPayment, type Payment } from './payment.ts'
import { leftAtBank, pendingInTab, type Purchase } from './pending-purchase.ts'
import { visitSource } from './visit-source.ts'

type OpenedWith = {
  /** The id of the form or offer, under which a tab stores its purchase. */
  readonly id: string
  readonly api: PayApi
  readonly provider: ProviderScript
  readonly renewPrices: () => Promise<boolean>
  /** The purchase of a buyer who returns from a bank's page. */
  readonly returned?: Purchase | null
}

/** The purchase of a buyer who returns from their bank, or in a new tab after closing the page. */
export function whoReturns(id: string): Purchase | null {
  // The source of the visit must be read before the URL changes.
  visitSource()
  return takeReturned() ?? (pendingInTab(id).read() === null ? leftAtBank(id) : null)
}

/** A payment in this tab, connected with the browser and the provider. */
export function openPayment({ id, api, provider, renewPrices, returned = null }: OpenedWith): Payment {
  return createPayment({
    api,
    pending: pendingInTab(id),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    newKey: () => crypto.randomUUID(),
    prove,
    authenticate: (clientSecret, body) => authenticate(provider, clientSecret, body),
    asksElsewhere: (clientSecret) => asksElsewhere(provider, clientSecret),
    returned,
    leaveFor: (path) => window.location.replace(path),
    whenOnline: (listener) => window.addEventListener('online', listener),
    renewPrices,
  })
}

/**
 * However the bank's authentication ends, the server is asked afterwards and its response counts. If the bank
 * uses its own page, the buyer leaves, and finds the form unchanged when they return.
 */
async function authenticate(
  provider: ProviderScript,
  clientSecret: string,
  body: PayBody | null,
): Promise<void> {
  try {
    const stripe = await inTime(provider.load())
    if (body !== null) saveTyped(typedIn(body))
    await stripe?.handleNextAction({ clientSecret })
  } catch {
    // The provider throws an error if there is nothing left to confirm.
  } finally {
    takeTyped()
  }
}

/** A purchase converted back to the form's input. */
function typedIn({
  price,
  quantity,
  amount,
  email,
  name,
  bumps,
  consents = [],
  answers = {},
  details = {},
}: PayBody): URLSearchParams {
  return new URLSearchParams([
    ['email', email],
    ['name', name],
    ...(price === undefined ? [] : [['price', price]]),
    ...(quantity === undefined ? [] : [['quantity', String(quantity)]]),
    ...(amount === undefined ? [] : [['named', String(amount)]]),
    ...bumps.map((bump) => ['bump', bump]),
    ...consents.map(({ text }) => ['consent', text]),
    ...Object.entries(answers).flatMap(([slug, values]) => values.map((value) => [`answers.${slug}`, value])),
    ...Object.entries(details).map(([detail, value]) => [`details.${detail}`, value]),
  ])
}

async function asksElsewhere(provider: ProviderScript, clientSecret: string): Promise<boolean> {
  try {
    const stripe = await inTime(provider.load())
    const found = await stripe?.retrievePaymentIntent(clientSecret)
    return found?.paymentIntent?.next_action?.type === 'redirect_to_url'
  } catch {
    return false
  }
}

/**
 * Takes the purchase from the page's URL, which has its secret in the fragment. It is removed from the URL
 * together with the provider's parameters, so that a reloaded or shared link reveals nothing.
 */
function takeReturned(): Purchase | null {
  const address = new URL(window.location.href)
  const purchaseId = address.searchParams.get('purchase')
  if (purchaseId === null) return null
  const secret = address.hash.slice(1)
  for (const name of ['purchase', 'payment_intent', 'payment_intent_client_secret', 'redirect_status']) {
    address.searchParams.delete(name)
  }
  address.hash = ''
  window.history.replaceState(window.history.state, '', address)
  return { purchaseId, secret }
}
