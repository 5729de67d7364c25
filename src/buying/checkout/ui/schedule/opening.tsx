import type { ReactNode } from 'react'
import type { ConsentsOnPage } from '#buying/consumer-law/asked-consent.ts'
import { priceToday } from '#payments/pricing/price-purchase.ts'
import type { Price } from '#payments/pricing/price.ts'
import type { Recurrence } from '#payments/pricing/recurrence.ts'
import { trialConsentText } from '../../trial/after-trial.ts'
import { Amount } from '../price/amount.tsx'
import { payText } from '../form/pay-action.tsx'
import { reloadPage } from '../page/reload-page.ts'
import type { PayBody } from '../payment/pay-api.ts'

/** What a page does differently whose prices may begin with a trial or a set-up fee. */
export type Opening = {
  readonly priceOf: typeof priceToday
  readonly textOf: typeof trialText
  readonly consentsOf: typeof withTrialConsent
  /** What goes along when it is paid. */
  readonly sent: (price: Price) => Pick<PayBody, 'due'>
  /** The server says that the buyer has had a trial: from here on the page is without. */
  readonly refuse: () => void
}

export const opening: Opening = {
  priceOf: priceToday,
  textOf: trialText,
  consentsOf: withTrialConsent,
  sent: ({ total }) => ({ due: total }),
  // This page was made without a trial: loaded again, it knows of it, and of what the same costs without.
  refuse: () => reloadPage(document.querySelector('form')),
}

/** What the button says that begins a trial, with what follows; of any other price it says what it always does. */
function trialText(
  price: Price,
  recurrence: Recurrence | null,
  buttonText: string,
  isUnclear = false,
  method: string | null = null,
  renewal: string | null = null,
): ReactNode {
  const { full, total, currency } = price
  const days = recurrence?.start?.trialDays ?? 0
  if (full === undefined || days === 0) return payText(price, recurrence, buttonText, isUnclear, method)
  const length = `${days} ${days === 1 ? 'day' : 'days'}`
  return (
    <>
      {isUnclear || buttonText === '' ? `Start ${length}${total === 0 ? ' free' : ''}` : buttonText}
      {total > 0 && (
        <>
          : <Amount minor={total} currency={currency} /> today
        </>
      )}
      {renewal !== null && <span className="block text-sm font-medium"> then {renewal}</span>}
    </>
  )
}

const lead = 'Please agree to what is charged after the trial.'

/** What the buyer of a trial is asked to agree to, beside what they are asked anyway. */
function withTrialConsent(
  asked: ConsentsOnPage | undefined,
  { full }: Price,
  sellerName: string,
  renewal: string | null,
): ConsentsOnPage | undefined {
  if (full === undefined || renewal === null) return asked
  const text = trialConsentText(sellerName, renewal)
  const trial = { kind: 'trial', text } as const
  const title = 'Before you start'
  if (asked === undefined) return { title, lead, freeLead: lead, isRequired: true, texts: [trial] }
  // Who misses one of them reads all that is asked, the trial first: of the others they may leave out both.
  const among = (words: string) => `${lead} ${asked.title} ${words}`
  const leads = { lead: among(asked.lead), freeLead: among(asked.freeLead) }
  return { ...asked, ...leads, title, texts: [trial, ...asked.texts] }
}
