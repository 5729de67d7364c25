import { useEffect, useState, type ComponentType, type ReactNode, type SubmitEvent } from 'react'
import { pricePurchase } from '#payments/pricing/price-purchase.ts'
import { methodName } from '#payments/purchases/method-names.ts'
import type { PaymentPageData } from '../page-data.ts'
import { Consents } from './consents.tsx'
import type { CouponCodeProps } from './coupon-code.tsx'
import type { CouponOnPage, CouponTerms } from './coupon-on-page.ts'
import { useElements } from './elements.ts'
import { ExpressRow } from './express-row.tsx'
import { isPayable, type Flow } from './flow.ts'
import { buyerIn, chosenIn, isTyped, prefill } from './form-fields.ts'
import type { Opening } from './opening.tsx'
import { OrderBumps } from './order-bumps.tsx'
import { PayAction, payText } from './pay-action.tsx'
import type { PayTurnProps } from './pay-turn.tsx'
import type { Payment } from './payment.ts'
import { PaymentField, type PaymentFieldProps } from './payment-field.tsx'
import { PriceSummary } from './price-summary.tsx'
import { ProblemNote } from './problem-note.tsx'
import type { ProviderScript } from './provider-script.ts'
import { useReading } from './reading.ts'
import { restoreTyped } from './reload-page.ts'
import { taxWordsOf } from './shown-lines.ts'
import { SmallPrint } from './small-print.tsx'
import { TextField } from './text-field.tsx'
import type { Timing } from './timing.ts'
import { usePress } from './use-press.ts'

/** Where a price is chosen. */
export type PriceField = (data: PaymentPageData, isDisabled: boolean) => ReactNode

type CheckoutFormProps = {
  readonly data: PaymentPageData
  readonly flow: Flow
  readonly payment: Payment
  readonly provider: ProviderScript
  /** Called when the buyer types or chooses something. */
  readonly onBegin: () => void
  /** Called when the focus comes to the form. */
  readonly onApproach: () => void
  /** Where a code is entered; null: nowhere, or not yet. */
  readonly CouponCode?: ComponentType<CouponCodeProps> | null
  /** What is chosen before anything else. */
  readonly children?: PriceField | undefined
  /** Where the price is a recurring one, what shows it is there. */
  readonly timing?: Timing | undefined
  /** What stands in the button's place once it was pressed. */
  readonly Turn?: ComponentType<PayTurnProps> | undefined
  /** What stands in the payment field's place. */
  readonly Field?: ComponentType<PaymentFieldProps> | undefined
}

/** The form that a buyer pays with. The fields are the browser's own, so that what was typed is never lost. */
export function CheckoutForm(props: CheckoutFormProps) {
  const { data, flow, payment, provider, onBegin, onApproach, children, timing } = props
  const { CouponCode = null, Field = PaymentField } = props
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set<string>())
  const [taken, setCoupon] = useState<CouponOnPage | null>(null)
  const coupon = taken?.priceId === data.pricing.priceId ? taken : null
  const opening = timing?.opening
  const { issuedAt } = data.quote
  const price = (opening?.priceOf ?? pricePurchase)(data.pricing, chosen, issuedAt, coupon?.discount)
  const {
    Schedule = timing?.PaymentSchedule,
    renewal = timing?.renewalText,
    recurrence,
  }: ShownTerms = coupon?.at(price) ?? data.pricing
  // Where a code makes the first payment nothing, the card is left for the later ones.
  const isFree = price.total === 0 && recurrence === null
  const { amountText, dayText } = useReading()
  const from = (days: number) => dayText(issuedAt + days * 86_400_000)
  const renews = recurrence && (renewal?.(recurrence, price, amountText, from) ?? null)
  // What is added to a free order is bought by the consent that was given for it.
  const asked = isFree && !data.hasOffers ? undefined : data.consents
  const say: Opening['textOf'] = opening?.textOf ?? payText
  const consents = opening ? opening.consentsOf(asked, price, data.sellerName, renews) : asked
  const words = taxWordsOf(data)
  const costs = useSticky(!isFree)
  const elements = useElements(provider, price, data.pricing.recurrence !== null, costs)
  const [method, setMethod] = useState('card')
  const { form, field, busy, failure, errors, forget, press, openSheet, paySheet } = usePress(props, {
    price,
    words,
    isFree,
    consents,
    coupon,
    opening,
    chosen,
  })

  useEffect(() => {
    restoreTyped(form.current)
    // What was typed before the page came alive counts as well.
    if (form.current !== null && isTyped(buyerIn(form.current))) onBegin()
    prefill(form.current)
    // A browser may have kept ticks from before the page came alive.
    const frame = requestAnimationFrame(() => setChosen(chosenIn(form.current)))
    return () => cancelAnimationFrame(frame)
  }, [form, onBegin])
  useEffect(() => {
    const { current } = form
    current?.addEventListener('focusin', onApproach, { once: true })
    return () => current?.removeEventListener('focusin', onApproach)
  }, [form, onApproach])

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    press(false)
  }

  return (
    <form ref={form} method="post" noValidate onSubmit={submit} onInput={onBegin} className="grid gap-6">
      {children?.(data, busy)}
      <OrderBumps
        bumps={data.bumps}
        pricing={data.pricing}
        isDisabled={busy}
        onChange={() => setChosen(chosenIn(form.current))}
      />
      {costs && (
        <ExpressRow
          elements={elements}
          sellerName={data.sellerName}
          isAway={price.total === 0 || !isPayable(flow)}
          onOpen={openSheet}
          onAgreed={paySheet}
        />
      )}
      <div className="grid gap-4">
        <TextField
          label="Email"
          name="email"
          type="email"
          error={errors.email ?? null}
          isReadOnly={busy}
          onChange={() => forget('email')}
        />
        <TextField
          label="Name"
          name="name"
          type="text"
          error={errors.name ?? null}
          isReadOnly={busy}
          onChange={() => forget('name')}
        />
        {costs && (
          <div hidden={isFree}>
            <Field
              ref={field}
              elements={elements}
              error={errors.card ?? null}
              onChange={({ type, isByBuyer }) => {
                setMethod(type)
                if (!isByBuyer) return
                forget('card')
                onBegin()
              }}
              isDisabled={busy}
              sellerName={data.sellerName}
            />
          </div>
        )}
      </div>
      {(CouponCode !== null || data.hasCodes === true) && (
        <div className="min-h-6">
          {CouponCode !== null && (
            <CouponCode
              data={data}
              chosen={chosen}
              payment={payment}
              price={price}
              coupon={coupon}
              isDisabled={busy}
              onChange={setCoupon}
            />
          )}
        </div>
      )}
      <PriceSummary
        price={coupon?.list(price, words) ?? price}
        words={words}
        totalLabel={recurrence === null ? 'Total' : 'Due today'}
      />
      {recurrence !== null && Schedule && (
        <Schedule
          recurrence={recurrence}
          price={price}
          anchor={issuedAt}
          isTaxed={data.pricing.tax !== null}
        />
      )}
      {consents !== undefined && (
        <Consents
          consents={consents}
          isFree={isFree}
          error={errors.consents ?? null}
          isDisabled={busy}
          onChange={() => forget('consents')}
        />
      )}
      <div className="grid gap-3">
        <noscript>
          <p className="note">Paying needs JavaScript. Please turn it on and reload this page.</p>
        </noscript>
        <ProblemNote problem={failure !== null && failure.at === 'payment' ? failure : null} />
        <PayAction
          flow={flow}
          payment={payment}
          price={price}
          recurrence={recurrence}
          text={
            // The sum of what was named last is not the one of the field while that cannot be read or paid.
            data.chosen === null
              ? 'Pay'
              : say(
                  price,
                  recurrence,
                  data.form.buttonText,
                  data.hasUnclearButton,
                  method === 'card' ? null : methodName(method),
                  renews,
                )
          }
          onBuyAgain={() => press(true)}
          Turn={props.Turn}
        />
        <SmallPrint
          isFree={isFree}
          renewal={renews}
          termsUrl={data.form.termsUrl}
          sellerName={data.sellerName}
        />
      </div>
    </form>
  )
}

/** What a code shows differently, where there is one. */
type ShownTerms = Pick<CouponTerms, 'recurrence'> & Partial<CouponTerms>

/** True from the first time on: what was typed to pay stays while the total is zero for a moment. */
function useSticky(now: boolean): boolean {
  const [was, setWas] = useState(now)
  if (now && !was) setWas(true)
  return now || was
}
