import type { ReactNode } from 'react'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import type { ConsentsOnPage } from '#buying/consumer-law/asked-consent.ts'
import { priceToday } from '#payments/pricing/price-today.ts'
import type { Price } from '#payments/pricing/price.ts'
import type { Recurrence } from '#payments/pricing/recurrence.ts'
import { trialConsentText } from '../../trial/after-trial.ts'
import { Amount } from '../price/amount.tsx'
import { payText } from '../form/pay-action.tsx'
import { reloadPage } from '../page/reload-page.ts'
import type { PayBody } from '../payment/pay-api.ts'

/** What a page does differently if its prices can begin with a trial or a set-up fee. */
export type Opening = {
  readonly priceOf: typeof priceToday
  readonly textOf: typeof trialText
  readonly consentsOf: typeof withTrialConsent
  /** The fields that are sent when the order is paid. */
  readonly sent: (price: Price) => Pick<PayBody, 'due'>
  /** Called when the server reports that the buyer has already had a trial. From then on the page offers none. */
  readonly refuse: () => void
}

export const opening: Opening = {
  priceOf: priceToday,
  textOf: trialText,
  consentsOf: withTrialConsent,
  sent: ({ total }) => ({ due: total }),
  // Reloads the page, because it was made for the price with a trial and lacks the price without one.
  refuse: () => reloadPage(document.querySelector('form')),
}

/**
 * The text of a pay button that begins a trial, with the charges after it; for other prices the usual text.
 * Where the law requires clear words, a trial that turns into paid periods is ordered with an obligation to
 * pay (Court of Justice, C-400/22), and nothing on the button calls it free.
 */
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
  const amount = <Amount minor={total} currency={currency} />
  return (
    <>
      {isUnclear
        ? total === 0
          ? t('Order and pay after {days, plural, one {# day} other {# days}}', { days })
          : rich('Order and pay {amount} today for {days, plural, one {# day} other {# days}}', {
              days,
              amount,
            })
        : buttonText === ''
          ? total === 0
            ? t('Start {days, plural, one {# day} other {# days}} free', { days })
            : rich('Start {days, plural, one {# day} other {# days}}: {amount} today', { days, amount })
          : total === 0
            ? buttonText
            : rich('{buttonText}: {amount} today', { buttonText, amount })}
      {renewal !== null && (
        <span className="block text-sm font-medium"> {t('then {renewal}', { renewal })}</span>
      )}
    </>
  )
}

/** Adds the consent to a trial to the usual consents. */
function withTrialConsent(
  asked: ConsentsOnPage | undefined,
  { full }: Price,
  sellerName: string,
  renewal: string | null,
): ConsentsOnPage | undefined {
  if (full === undefined || renewal === null) return asked
  const text = trialConsentText(sellerName, renewal)
  const trial = { kind: 'trial', text } as const
  const title = t('Please confirm')
  const lead = t('Please agree to the charges after your trial.')
  if (asked === undefined) return { title, lead, freeLead: lead, isRequired: true, texts: [trial] }
  // If a consent is missing, the buyer sees a request for each. The trial's is first, because the others can be
  // optional.
  const among = (words: string) => `${lead} ${asked.title} ${words}`
  const leads = { lead: among(asked.lead), freeLead: among(asked.freeLead) }
  return { ...asked, ...leads, title, texts: [trial, ...asked.texts] }
}
