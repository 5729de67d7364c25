import { useState } from 'react'
import { t } from '#foundation/language/t.ts'
import type { PaymentPageData } from '../../page/page-data.ts'
import type { LatePartsLoader } from '../page/late/load-late.ts'
import type { ProviderScript } from '../form/provider-script.ts'
import { readPageAgain } from '../page/read-page-again.ts'
import { type Flow, isBusy } from './flow.ts'
import { isPendingHere } from './is-pending.ts'
import { useResumed } from './use-resumed.ts'
import type { Payment } from './payment.ts'
import { problem, type Problem } from './problem.ts'

/** The page's payment. It continues a pending one when the page is loaded again. */
export function usePayment(
  data: PaymentPageData,
  setData: (data: PaymentPageData) => void,
  provider: ProviderScript,
  late: LatePartsLoader,
): readonly [Flow, LatePayment] {
  const [payment] = useState(() => {
    const { id } = data.form
    const renewPrices = async () => {
      const renewed = await readPageAgain(late).catch(() => null)
      if (renewed !== null) setData(renewed)
      return renewed !== null
    }
    return createLatePayment({
      isPending: () => isPendingHere(id) || hasReturned(),
      open: async () => {
        const { openPayment, payApi, loadOffers, whoReturns } = await late.load()
        if (data.hasOffers) loadOffers().catch(() => undefined)
        const opened = openPayment({ id, api: payApi, provider, renewPrices, returned: whoReturns(id) })
        // A page restored from the browser's cache looks as it did when its buyer left for the bank, so the
        // payment's state must be checked.
        window.addEventListener('pageshow', ({ persisted }) => {
          if (persisted) void opened.arrive()
        })
        return opened
      },
    })
  })
  return [useResumed(payment), payment]
}

/** Whether the page was opened by a buyer who returns from a bank's page. */
function hasReturned(): boolean {
  return new URLSearchParams(window.location.search).has('purchase')
}

/** A payment whose script loads when the buyer reaches the form, or at the latest when they click the button. */
type LatePayment = Payment & {
  /** Loads the script before the click. */
  readonly prepare: () => void
}

type LateServices = {
  /** Loads the script and opens the payment. Rejects if the script does not load. */
  readonly open: () => Promise<Payment>
  /** Whether this tab has stored an unsettled purchase. */
  readonly isPending: () => boolean
}

/**
 * Loads the payment's script on demand. Nothing is sent before it has loaded, but a purchase in progress is
 * looked for.
 */
export function createLatePayment({ open, isPending }: LateServices): LatePayment {
  const listeners = new Set<() => void>()
  let opening: Promise<Payment> | undefined
  let opened: Payment | null = null
  let waiting: Flow = { state: 'filling' }
  let failures = 0

  const tell = () => listeners.forEach((listener) => listener())
  const show = (flow: Flow) => {
    waiting = flow
    tell()
  }
  const start = async () => {
    try {
      const payment = await open()
      payment.subscribe(tell)
      return (opened = payment)
    } catch (error) {
      opening = undefined
      throw error
    }
  }
  const ready = () => (opening ??= start())
  const flow = () => opened?.flow() ?? waiting
  const goOn = async (how: 'arrive' | 'resume') => {
    if (opened !== null) return opened[how]()
    if (!isPending()) return
    show({ state: 'checking', isWaiting: false })
    const payment = await ready().catch(() => null)
    // If the script did not load when the page opened, the buyer can ask for the purchase's state later in
    // the same way.
    return payment === null ? show({ state: 'checking', isWaiting: true }) : payment.arrive()
  }

  return {
    flow,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    prepare: () => void ready().catch(() => undefined),
    async press(order, readMeans) {
      if (opened !== null) return opened.press(order, readMeans)
      if (isBusy(waiting)) return
      show({ state: 'paying' })
      const payment = await ready().catch(() => null)
      if (payment !== null) return payment.press(order, readMeans)
      failures += 1
      show({ state: 'failed', problem: notLoaded(failures) })
    },
    arrive: () => goOn('arrive'),
    resume: () => goOn('resume'),
    giveUp: async () => opened?.giveUp(),
    startOver: () => opened?.startOver(),
  }
}

/** Some browsers remember a script that failed to load until the page is reloaded. */
function notLoaded(failures: number): Problem {
  const message = t('Part of this page did not load. You have not been charged.')
  return failures === 1
    ? problem({ message, advice: t('Check your connection and pay again.') })
    : problem({ message, advice: t('Check your connection and reload the page.'), nextStep: 'reload' })
}
