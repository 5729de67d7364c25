import { type ComponentType, type ReactNode, type SubmitEvent, useEffect, useState } from 'react'
import { t } from '#foundation/language/t.ts'
import { foreignUnless } from '#foundation/language/translations.ts'
import { methodName } from '#payments/purchases/charge/paid-with.ts'
import { LiveError } from '#web/kit/feedback/live-error.tsx'
import type { PaymentPageData } from '../../page/page-data.ts'
import type { CouponCodeProps } from '../coupon/coupon-code.tsx'
import type { EnteredCode } from '../coupon/coupon-on-page.ts'
import { type Flow, isPayable } from '../payment/flow.ts'
import type { OpenQuestions, ShowTax } from '../fields/opened.ts'
import { OrderBumps } from '../price/order-bumps.tsx'
import { promiseOf } from '../schedule/order-promise.ts'
import type { Payment } from '../payment/payment.ts'
import { BillLines, Total } from '../price/price-summary.tsx'
import { contentOf } from '../page/as-rendered.tsx'
import { useReading } from '../page/reading.ts'
import { restoreTyped } from '../page/reload-page.ts'
import { SmallPrint, Consents } from '../schedule/small-print.tsx'
import type { AfterDeclineProps } from '../resume/after-decline.tsx'
import type { ReminderProps } from '../resume/reminder.tsx'
import type { Timing } from '../timing/timing.ts'
import { useElements } from './elements.ts'
import { ExpressRow } from './express-row.tsx'
import { buyerIn, chosenIn, isTyped, prefill } from './form-fields.ts'
import { PayAction } from './pay-action.tsx'
import type { PayTurnProps } from './pay-turn.tsx'
import { PaymentField, type PaymentFieldProps } from './payment-field.tsx'
import { ProblemNote } from './problem-note.tsx'
import type { ProviderScript } from './provider-script.ts'
import { usePress } from './use-press.ts'

/** The field in which a buyer chooses one of several prices. */
export type PriceField = (data: PaymentPageData, isDisabled: boolean) => ReactNode

type CheckoutFormProps = {
  readonly data: PaymentPageData
  readonly flow: Flow
  readonly payment: Payment
  readonly provider: ProviderScript
  /** Called when the buyer first types or chooses something. */
  readonly onBegin: () => void
  /** Called when the form gets the focus. */
  readonly onApproach: () => void
  /** The field for a coupon code, or null if there is none yet. */
  readonly CouponCode?: ComponentType<CouponCodeProps> | null
  /** Reports whether a code is entered. */
  readonly onCode?: (hasCode: boolean) => void
  /** The price choices, shown first in the form. */
  readonly children?: PriceField | undefined
  /** The payment schedule of a recurring price, once it has loaded. */
  readonly timing?: Timing | undefined
  /** The component that replaces the button after a click. */
  readonly Turn?: ComponentType<PayTurnProps> | undefined
  /** The form's questions. Missing in the browser, which shows the server's HTML until `openQuestions` has loaded. */
  readonly Questions?: ComponentType<{ readonly data: PaymentPageData }> | undefined
  readonly openQuestions?: OpenQuestions | undefined
  readonly onTax: ShowTax
  /** The offer of a reminder. Missing if there is none, or not yet. */
  readonly Reminder?: ComponentType<ReminderProps> | undefined
  /** Other ways to finish an order after a decline. Loaded by the time they are needed. */
  readonly AfterDecline?: ComponentType<AfterDeclineProps> | undefined
  /** A component that replaces the payment field. */
  readonly Field?: ComponentType<PaymentFieldProps> | undefined
}

/** The form that a buyer pays with. The browser manages its fields, so that nothing typed is lost. */
export function CheckoutForm(props: CheckoutFormProps) {
  const { data, flow, payment, provider, onBegin, onApproach, children, timing } = props
  const { CouponCode = null, Field = PaymentField, Questions, Reminder, AfterDecline, onCode } = props
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set<string>())
  const [entered, setEntered] = useState<EnteredCode | null>(null)
  const enter = (code: EnteredCode | null) => {
    setEntered(code)
    onCode?.(code !== null)
  }
  const promise = promiseOf(data, ticked, entered, timing, useReading())
  const { price, recurrence, Schedule, isFree, consents } = promise
  const costs = useSticky(!isFree)
  // A coupon code can make all renewals free. The server then charges only what is due today.
  const isRecurring = useWhile(!isFree, recurrence !== null)
  const isOwnButton = data.form.buttonText !== '' && data.hasUnclearButton !== true
  const elements = useElements(provider, price, isRecurring, costs)
  const [method, setMethod] = useState('card')
  const { form, field, questions, busy, failure, errors, clearError, press, openSheet, paySheet } = usePress(
    props,
    promise,
  )

  useEffect(() => {
    restoreTyped(form.current)
    // Input from before the page was hydrated counts too.
    if (form.current !== null && isTyped(buyerIn(form.current))) onBegin()
    prefill(form.current)
    // The browser may have restored checkboxes from before the page was hydrated.
    const frame = requestAnimationFrame(() => setTicked(chosenIn(form.current)))
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
    <form ref={form} method="post" noValidate onSubmit={submit} onInput={onBegin} className="order">
      {data.hasMissedPrice && (data.pricing.prices?.length ?? 1) < 2 && (
        <p className="note">
          {t('The price in your link is no longer available. Here is the current price.')}
        </p>
      )}
      {children?.(data, busy)}
      <OrderBumps
        bumps={data.bumps}
        pricing={data.pricing}
        isDisabled={busy}
        onChange={() => setTicked(chosenIn(form.current))}
      />
      {costs && (
        <ExpressRow
          elements={elements}
          sellerName={data.sellerName}
          // A trial can start with a wallet payment, but a free one-time order cannot.
          isAway={(price.total === 0 && !isRecurring) || !isPayable(flow)}
          onOpen={openSheet}
          onAgreed={paySheet}
        />
      )}
      <div className="grid gap-4 lg:grid-cols-2">
        <TextField
          label={t('Email')}
          name="email"
          type="email"
          error={errors.email ?? null}
          isReadOnly={busy}
          onChange={() => clearError('email')}
        />
        <TextField
          label={t('Name')}
          name="name"
          type="text"
          error={errors.name ?? null}
          isReadOnly={busy}
          onChange={() => clearError('name')}
        />
        {data.fields && (
          <div
            ref={questions}
            inert={busy}
            className="min-w-0 lg:col-span-2"
            {...contentOf(Questions, data)}
          />
        )}
        {data.offersReminder === true && (
          <div className="min-h-6 lg:col-span-2">
            {Reminder && <Reminder data={data} coupon={entered?.code} isDisabled={busy} />}
          </div>
        )}
        {costs && (
          <div hidden={isFree} className="min-w-0 lg:col-span-2">
            <Field
              ref={field}
              elements={elements}
              error={errors.card ?? null}
              onChange={({ type, isByBuyer }) => {
                setMethod(type)
                if (!isByBuyer) return
                clearError('card')
                onBegin()
              }}
              isDisabled={busy}
              sellerName={data.sellerName}
            />
          </div>
        )}
        {AfterDecline && failure?.lost !== undefined && failure.nextStep !== 'correct-card' && (
          <div className="lg:col-span-2">
            <AfterDecline
              key={failure.lost.purchaseId}
              data={data}
              lost={failure.lost}
              hasExtras={ticked.size > 0}
              isDisabled={busy}
            />
          </div>
        )}
      </div>
      {(CouponCode !== null || data.hasCodes === true) && (
        <div className="grid min-h-6">
          {CouponCode !== null && (
            <CouponCode {...promise} data={data} payment={payment} isDisabled={busy} onChange={enter} />
          )}
        </div>
      )}
      <dl className="grid gap-2">
        <BillLines {...promise} price={promise.bill} />
      </dl>
      {recurrence !== null && Schedule && <Schedule {...promise} recurrence={recurrence} />}
      {consents !== undefined && (
        <Consents
          {...promise}
          consents={consents}
          error={errors.consents ?? null}
          isDisabled={busy}
          onChange={() => clearError('consents')}
        />
      )}
      <noscript>
        <p className="note">{t('Paying needs JavaScript. Please turn it on and reload this page.')}</p>
      </noscript>
      {/* The pay button stays visible at the bottom of the window, together with its problem. */}
      <div className="pay">
        <ProblemNote problem={failure !== null && failure.at === 'payment' ? failure : null} />
        {costs && (
          <dl>
            <Total {...promise} totalLabel={recurrence === null ? t('Total') : t('Due today')} />
          </dl>
        )}
        {promise.afterwards !== null && (
          <p className="text-muted -mt-2 text-sm wrap-anywhere">
            {t('then {renewal}', { renewal: promise.afterwards })}
          </p>
        )}
        <PayAction
          {...promise}
          flow={flow}
          payment={payment}
          text={
            // While the amount in the field is invalid, the button must not show the last total.
            data.chosen === null ? (
              t('Pay')
            ) : (
              <span {...foreignUnless(!isOwnButton || data.translated?.includes('buttonText'), data.foreign)}>
                {promise.buttonText(method === 'card' ? null : methodName(method))}
              </span>
            )
          }
          onBuyAgain={() => press(true)}
          Turn={props.Turn}
        />
      </div>
      <SmallPrint {...promise} termsUrl={data.form.termsUrl} sellerName={data.sellerName} />
    </form>
  )
}

/** Stays true once it has been true, so that payment input is not lost when the total becomes zero. */
function useSticky(now: boolean): boolean {
  const [was, setWas] = useState(now)
  if (now && !was) setWas(true)
  return now || was
}

/** Keeps the last value once payment is not needed, so that a filled field stays while everything is free. */
function useWhile(counts: boolean, now: boolean): boolean {
  const [was, setWas] = useState(now)
  if (counts && now !== was) setWas(now)
  return counts ? now : was
}

type TextFieldProps = {
  readonly label: string
  readonly name: 'email' | 'name'
  readonly type: 'email' | 'text'
  readonly error: string | null
  readonly isReadOnly: boolean
  readonly onChange: () => void
}

/** A required field that the browser manages, so that input from before the page was hydrated stays. */
function TextField({ label, name, type, error, isReadOnly, onChange }: TextFieldProps) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={name} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={name}
        name={name}
        type={type}
        required
        autoComplete={name}
        // This attribute has no effect on an email field.
        autoCapitalize="words"
        spellCheck={false}
        readOnly={isReadOnly}
        aria-invalid={error !== null}
        aria-describedby={`${name}-error`}
        onInput={onChange}
        className={`control ${error === null ? '' : 'control-invalid'}`}
      />
      <LiveError id={`${name}-error`} text={error} />
    </div>
  )
}
