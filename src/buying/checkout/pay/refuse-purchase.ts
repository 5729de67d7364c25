import { consentProblems, type Consent } from '#buying/consumer-law/asked-consent.ts'
import { InvalidFields } from '#foundation/failures/failure.ts'
import { currencyOf } from '#foundation/money/currencies.ts'
import { largestPayment, smallestPayment } from '#foundation/money/price-problem.ts'
import type { Earlier } from '#payments/purchases/charge/earlier-purchases.ts'
import { PaymentUnsettled } from '#payments/purchases/errors.ts'
import { oneOfBoth } from '#payments/purchases/messages.ts'
import { isDisposable } from '#payments/subscriptions/trial/disposable-address.ts'
import { TrialNeedsAddress } from '#payments/subscriptions/errors.ts'
import type { PricedOrder } from '../price/price-order.ts'
import type { PayFormBody } from '../contract.ts'
import { BoughtBefore } from '../errors.ts'
import { checkStock } from '../price/payable-form.ts'
import { trialConsentOf } from '../trial/trial-consent.ts'

/**
 * Refuses to charge what is agreed; of several reasons the buyer hears the first. What they can put right on their page
 * comes first, so that only who would be charged is asked whether they mean to buy again. The stock comes after what they
 * have bought: whose own payment has taken the last piece must hear of that payment, not that it is sold out.
 */
export async function refuse(
  priced: PricedOrder,
  earlier: Earlier,
  body: PayFormBody,
  locale: string | null,
): Promise<void> {
  checkSum(priced)
  checkMeans(priced, body)
  checkConsents(priced, body.consents, locale)
  checkEarlier(earlier, body)
  await checkAddress(priced, body)
  checkStock(priced.form)
}

function checkSum({ price: { total, currency }, later }: PricedOrder): void {
  const { minimum, maximum } = currencyOf(currency)
  if (total > 0 && total < minimum) {
    throw new InvalidFields({ amount: `The minimum card payment is ${smallestPayment(currency)}` })
  }
  // Forms from before this was looked at when they are saved.
  if (total > maximum) {
    throw new InvalidFields({ amount: `The maximum card payment is ${largestPayment(currency)}` })
  }
  const { total: each } = later?.amounts.reduced ?? { total: 0 }
  if (each > 0 && each < minimum) {
    throw new InvalidFields({ amount: `The minimum card payment is ${smallestPayment(currency)}` })
  }
}

function checkMeans({ isFree }: PricedOrder, { paymentMethodId, confirmationToken }: PayFormBody): void {
  if (isFree) return
  if (paymentMethodId === null && confirmationToken === null) {
    throw new InvalidFields({ paymentMethodId: 'This field is required' })
  }
  if (paymentMethodId !== null && confirmationToken !== null) {
    throw new InvalidFields({ confirmationToken: oneOfBoth })
  }
}

function checkConsents(
  { form, coupon, shown, asked }: PricedOrder,
  given: readonly Consent[],
  locale: string | null,
): void {
  const problems = consentProblems(asked, given, trialConsentOf(form, coupon, { ...shown, locale }))
  if (Object.keys(problems).length > 0) throw new InvalidFields(problems)
}

/**
 * What may still take money excludes a second purchase; what has taken it, what a bank has, and what somebody has begun elsewhere
 * with this address asks whether one is meant.
 */
function checkEarlier(earlier: Earlier, { isRepeat }: PayFormBody): void {
  const { isUnsettled, isUnsettledElsewhere, isWithBank, isPaid } = earlier
  if (isUnsettled) throw new PaymentUnsettled()
  if (isUnsettledElsewhere && !isRepeat) throw new BoughtBefore('begun elsewhere')
  if (isWithBank && !isRepeat) throw new BoughtBefore('with the bank')
  if (isPaid && !isRepeat) throw new BoughtBefore('paid')
}

async function checkAddress({ price, later }: PricedOrder, { email }: PayFormBody): Promise<void> {
  const beginsWithTrial = price.full !== undefined && later !== null
  if (beginsWithTrial && (await isDisposable(email))) throw new TrialNeedsAddress()
}
