import type { Price } from '#payments/pricing/price.ts'
import type { PurchaseOutcome } from '#payments/purchases/contract.ts'
import { createAsking, type AskingServices, createUnread } from './asking.ts'
import { isBusy, type Flow } from './flow.ts'
import type { Answer, PayBody, Refusal } from './pay-api.ts'
import type { PendingPurchase, PendingStore, Purchase } from './pending-purchase.ts'
import type { NextStep, Problem } from './problem.ts'
import {
  asksMore,
  problemOfRefusal,
  problemOfDecline,
  notGivenUp,
  outdated,
  repriced,
  unconfirmed,
  unseen,
} from './refusal.ts'

/** What a payment needs from the page. */
export type PaymentServices = AskingServices & {
  readonly pending: PendingStore
  readonly newKey: () => string
  /** Lets the buyer's bank authenticate them. Resolves when that is over, however it ended. */
  readonly authenticate: (clientSecret: string, body: PayBody | null) => Promise<void>
  /** Whether the bank authenticates on its own page. If this page is opened again, the buyer has not finished there. */
  readonly asksElsewhere: (clientSecret: string) => Promise<boolean>
  /** The purchase of a buyer who returns from a bank, from the page's URL or from the tab that left for the bank. */
  readonly returned: Purchase | null
  /** Redirects the buyer to the purchase's own page. */
  readonly leaveFor: (path: string) => void
  /** Calls the listener whenever the network is available again. */
  readonly whenOnline: (listener: () => void) => void
  /** Shows the form's current prices. Resolves to false if that fails and the page must be reloaded. */
  readonly renewPrices: () => Promise<boolean>
}

export type Order = {
  readonly body: Omit<PayBody, 'paymentMethodId' | 'confirmationToken'>
  readonly price: Price
  /** The charges after today, as the page describes them. Null or missing if there are none. */
  readonly renewal?: string | null
}

/** The PaymentMethod created from a card, or the reason why there is none. */
export type CardResult = { readonly id: string } | { readonly problem: Problem }

/** The payment method: a card, or a token from the provider's fields or a wallet, or the reason why there is none. */
export type MeansResult = CardResult | { readonly confirmationToken: string }

export type Payment = {
  readonly flow: () => Flow
  readonly subscribe: (listener: () => void) => () => void
  /** Pays an order once, however often the button is clicked. `readMeans` is null if nothing has to be paid. */
  readonly press: (order: Order, readMeans: (() => Promise<MeansResult>) | null) => Promise<void>
  /** Resumes this tab's purchase, or that of a buyer who returns from a bank, when the page is opened. */
  readonly arrive: () => Promise<void>
  /** Resumes an unsettled purchase on demand, after a lost response or an unfinished bank authentication. */
  readonly resume: () => Promise<void>
  /** Cancels a purchase that is waiting for the buyer's bank, so that another card can be used. */
  readonly giveUp: () => Promise<void>
  /** Returns to the empty page and deletes a settled purchase. */
  readonly startOver: () => void
}

/** The delays between requests for the state of a purchase in progress: 60 seconds in total. */
const pollDelays = [1000, 2000, 4000, 8000, 8000, 8000, 8000, 8000, 8000, 5000]
/** The steps after which the button stays in place but means something else: another total, or a second purchase. */
const agreements = new Set<NextStep>(['accept-price', 'without-trial', 'buy-again'])

/**
 * Handles a purchase after a click on the button. One key means one charge, so the key stays the same until
 * the outcome is known.
 */
export function createPayment(services: PaymentServices): Payment {
  const { api, pending } = services
  const { send, ask, askUntilAnswered } = createAsking(services)
  const listeners = new Set<() => void>()
  const unread = createUnread(services.wait)
  let flow: Flow = { state: 'filling' }
  let { returned } = services
  /** A purchase started in another tab or browser that is waiting for its bank. */
  let elsewhere: Purchase | null = null

  function show(next: Flow): void {
    flow = next
    for (const listener of listeners) listener()
  }

  async function press(order: Order, readMeans: (() => Promise<MeansResult>) | null): Promise<void> {
    if (isBusy(flow) || flow.state === 'done' || unread.isPressed()) return
    show({ state: 'paying' })
    const means = readMeans === null ? null : await readMeans()
    if (means !== null && 'problem' in means) return show({ state: 'failed', problem: means.problem })
    const body = { ...order.body, ...meansInBody(means) }
    const started = { ...order, key: services.newKey(), body, purchase: null }
    pending.write(started)
    await follow(started, await send(started, false))
  }

  async function arrive(): Promise<void> {
    const known = pending.read()
    const [back, hasCome] = [returned, returned !== null]
    returned = null
    if (back !== null && known?.purchase?.purchaseId !== back.purchaseId) return arriveAnew(back)
    if (known === null) return
    const answer = await askFor(known)
    if (answer.kind === 'outcome' && answer.outcome.status === 'requires_action') {
      const { clientSecret } = answer.outcome
      if (hasCome || (await services.asksElsewhere(clientSecret))) {
        return show({ state: 'failed', problem: unconfirmed() })
      }
    }
    await follow(known, answer, hasCome)
  }

  async function resume(): Promise<void> {
    if (elsewhere !== null) return arriveAnew(elsewhere, true)
    const known = pending.read()
    if (known !== null) await follow(known, await askFor(known), false)
  }

  function askFor(known: PendingPurchase): Promise<Answer> {
    show({ state: 'checking', isWaiting: false })
    return known.purchase === null ? send(known, true) : ask(known.purchase)
  }

  /** Continues a purchase in another browser or tab, which knows only its id and secret. */
  async function arriveAnew(purchase: Purchase, isOnDemand = false): Promise<void> {
    show({ state: 'checking', isWaiting: false })
    const answer = await askUntilAnswered(purchase)
    if (answer.kind !== 'outcome' || answer.outcome.status !== 'requires_action') {
      return showAnswer(purchase, answer)
    }
    elsewhere = purchase
    if (!isOnDemand) return show({ state: 'failed', problem: unconfirmed() })
    show({ state: 'confirming' })
    await services.authenticate(answer.outcome.clientSecret, null)
    return arriveAnew(purchase)
  }

  function showAnswer(purchase: Purchase, answer: Answer): void {
    elsewhere = null
    if (answer.kind === 'outcome' && answer.outcome.status === 'failed') {
      pending.leave(null)
      return show({ state: 'failed', problem: declined(answer.outcome) })
    }
    if (answer.kind !== 'no-answer') pending.leave(null)
    if (answer.kind === 'refused') return show({ state: 'failed', problem: unseen() })
    services.leaveFor(pathOf(purchase))
  }

  async function giveUp(): Promise<void> {
    const known = pending.read()
    const purchase = elsewhere ?? known?.purchase ?? null
    if (purchase === null) return startOver()
    show({ state: 'checking', isWaiting: false })
    const answer = await api.cancelPurchase(purchase.purchaseId, purchase.secret)
    if (isUndecided(answer)) return show({ state: 'failed', problem: notGivenUp() })
    if (answer.kind === 'outcome' && answer.outcome.status === 'failed') return startOver()
    if (elsewhere !== null || known === null) return showAnswer(purchase, answer)
    return follow(known, answer)
  }

  function startOver(): void {
    elsewhere = null
    pending.clear()
    show({ state: 'filling' })
  }

  async function follow(started: PendingPurchase, answer: Answer, isFresh = true): Promise<void> {
    if (answer.kind === 'no-answer') return show({ state: 'checking', isWaiting: true })
    if (answer.kind === 'outcome') return followOutcome(started, answer.outcome, isFresh)
    if (started.purchase !== null) return startOver()
    pending.clear()
    return showRefusal(answer.refusal)
  }

  async function followOutcome(
    started: PendingPurchase,
    outcome: PurchaseOutcome,
    isFresh: boolean,
  ): Promise<void> {
    const { purchaseId, secret } = outcome
    const known = { ...started, purchase: { purchaseId, secret } }
    pending.write(known)
    pending.leave(outcome.status === 'requires_action' ? known.purchase : null)
    switch (outcome.status) {
      case 'paid': {
        const { successMessage, redirectUrl, paidWith } = outcome
        const { price, renewal, body } = known
        return show({
          state: 'done',
          receipt: {
            price,
            code: body.coupon ?? '',
            renewal: renewal ?? null,
            email: body.email,
            name: body.name,
            quantity: body.quantity ?? 1,
            ...known.purchase,
            successMessage,
            redirectUrl,
            paidWith,
            purchasePath: pathOf(outcome),
            isFresh,
          },
        })
      }
      case 'failed':
        pending.clear()
        return show({ state: 'failed', problem: declined(outcome) })
      case 'requires_action':
        return confirm(known, outcome)
      case 'processing':
        return poll(known, outcome.settlesBy)
    }
  }

  async function confirm(
    known: PendingPurchase,
    { purchaseId, secret, clientSecret }: Extract<PurchaseOutcome, { status: 'requires_action' }>,
  ): Promise<void> {
    show({ state: 'confirming' })
    await services.authenticate(clientSecret, known.body)
    show({ state: 'checking', isWaiting: false })
    const answer = await askUntilAnswered({ purchaseId, secret })
    if (answer.kind === 'outcome' && answer.outcome.status === 'requires_action') {
      return show({ state: 'failed', problem: unconfirmed() })
    }
    return follow(known, answer)
  }

  /**
   * Polls for a while, because many banks finish within a minute. `settlesBy` is set while a bank is
   * processing the payment.
   */
  async function poll(known: PendingPurchase, settlesBy: string | null): Promise<void> {
    const { purchase, price, body } = known
    if (purchase === null) return
    const wait = (isWaiting: boolean) =>
      settlesBy === null
        ? show({ state: 'checking', isWaiting })
        : show({
            state: 'processing',
            order: {
              price,
              code: body.coupon ?? '',
              email: body.email,
              purchasePath: pathOf(purchase),
              settlesBy,
            },
          })
    wait(false)
    for (const delay of pollDelays) {
      await services.wait(delay)
      const answer = await ask(purchase)
      const isSame =
        answer.kind === 'outcome' &&
        answer.outcome.status === 'processing' &&
        answer.outcome.settlesBy === settlesBy
      if (answer.kind !== 'no-answer' && !isSame) return follow(known, answer)
    }
    wait(true)
  }

  async function showRefusal(refusal: Refusal): Promise<void> {
    const { isRepriced, message, code } = refusal
    const fields = code === 'coupon_refused' ? { coupon: message } : {}
    const isShown = (isRepriced || asksMore(refusal)) && (await services.renewPrices())
    const shown = isRepriced
      ? { ...(isShown ? repriced(message) : outdated(message)), fields }
      : problemOfRefusal(refusal)
    if (agreements.has(shown.nextStep)) unread.begin()
    show({ state: 'failed', problem: shown })
  }

  // Buyers do not have to click to get a response that the network delayed.
  services.whenOnline(() => {
    if (flow.state === 'checking' && flow.isWaiting) void resume()
  })
  return {
    flow: () => flow,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    press,
    arrive,
    resume,
    giveUp,
    startOver,
  }
}

function meansInBody(
  means: Exclude<MeansResult, { readonly problem: Problem }> | null,
): Pick<PayBody, 'paymentMethodId' | 'confirmationToken'> {
  if (means !== null && 'confirmationToken' in means) return { paymentMethodId: null, ...means }
  return { paymentMethodId: means?.id ?? null }
}

function declined(outcome: Extract<PurchaseOutcome, { status: 'failed' }>): Problem {
  const { reason, message, method, purchaseId, secret } = outcome
  return { ...problemOfDecline(reason, message, method), lost: { purchaseId, secret } }
}

/**
 * Whether the cancellation's outcome is still open. It is not if the key never created a purchase or the purchase is
 * gone.
 */
function isUndecided(answer: Answer): boolean {
  if (answer.kind === 'outcome') {
    const { outcome } = answer
    return (
      outcome.status === 'requires_action' || (outcome.status === 'processing' && outcome.settlesBy === null)
    )
  }
  return answer.kind === 'no-answer' || ![404, 410].includes(answer.refusal.status)
}

/** The path of the purchase's own page. */
function pathOf({ purchaseId, secret }: Purchase): string {
  return `/purchases/${purchaseId}?key=${encodeURIComponent(secret)}`
}
