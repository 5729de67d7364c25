import { useEffect, useRef, useState, type ComponentType, type SubmitEvent } from 'react'
import { pricePurchase } from '#payments/pricing/price-purchase.ts'
import type { Consent, ConsentsOnPage } from '#buying/consumer-law/asked-consent.ts'
import type { CardHandle } from '#web/kit/card-field.tsx'
import type { PaymentPageData } from '../page-data.ts'
import { checkBuyer, type Buyer } from './buyer.ts'
import { BuyerCard, readCard, type BuyerCardProps } from './buyer-card.tsx'
import { Consents } from './consents.tsx'
import { isBusy, type Flow } from './flow.ts'
import { OrderBumps } from './order-bumps.tsx'
import { PayAction, payText } from './pay-action.tsx'
import { PaymentSchedule, renewalText } from './payment-schedule.tsx'
import type { Payment } from './payment.ts'
import { PriceSummary } from './price-summary.tsx'
import type { Problem } from './problem.ts'
import { ProblemNote } from './problem-note.tsx'
import type { ProviderScript } from './provider-script.ts'
import { useReading } from './reading.ts'
import { restoreTyped } from './reload-page.ts'
import { SmallPrint } from './small-print.tsx'
import { TextField } from './text-field.tsx'

type CheckoutFormProps = {
  readonly data: PaymentPageData
  readonly flow: Flow
  readonly payment: Payment
  readonly provider: ProviderScript
  /** Called when the buyer types or chooses something. */
  readonly onBegin: () => void
  /** Called when the focus comes to the form. */
  readonly onApproach: () => void
  /** What stands in the card field's place. */
  readonly Card?: ComponentType<BuyerCardProps>
}

type Errors = {
  readonly email?: string
  readonly name?: string
  readonly card?: string
  readonly consents?: string
}

/** The form that a buyer pays with. The fields are the browser's own, so that what was typed is never lost. */
export function CheckoutForm({
  data,
  flow,
  payment,
  provider,
  onBegin,
  onApproach,
  Card = BuyerCard,
}: CheckoutFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const card = useRef<CardHandle>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set<string>())
  const [errors, setErrors] = useState<Errors>({})
  const price = pricePurchase(data.pricing, chosen, data.quote.issuedAt)
  const isFree = price.total === 0
  // What is added to a free order is bought by the consent that was given for it.
  const consents = isFree && !data.hasOffers ? undefined : data.consents
  const { amountText } = useReading()
  const hasCard = useSticky(!isFree)
  const busy = isBusy(flow)
  const failure = flow.state === 'failed' ? flow.problem : null

  useEffect(() => {
    restoreTyped(form.current)
    // What was typed before the page came alive counts as well.
    if (form.current !== null && isTyped(buyerIn(form.current))) onBegin()
    prefill(form.current)
    // A browser may have kept ticks from before the page came alive.
    const frame = requestAnimationFrame(() => setChosen(chosenIn(form.current)))
    return () => cancelAnimationFrame(frame)
  }, [onBegin])
  useEffect(() => {
    const { current } = form
    current?.addEventListener('focusin', onApproach, { once: true })
    return () => current?.removeEventListener('focusin', onApproach)
  }, [onApproach])
  useEffect(
    () =>
      payment.subscribe(() => {
        const now = payment.flow()
        if (now.state === 'failed') setErrors(errorsOf(now.problem))
      }),
    [payment],
  )
  useEffect(() => {
    if (failure !== null) focusFirst(form.current, card.current, errorsOf(failure))
  }, [failure])

  const forget = (field: keyof Errors) => setErrors((known) => withoutField(known, field))

  const order = (isRepeat: boolean) => {
    if (busy || form.current === null) return
    const buyer = buyerIn(form.current)
    const cardError = isFree ? null : (card.current?.check() ?? null)
    const given = consents === undefined ? [] : givenIn(form.current, consents)
    const isMissing = consents?.isRequired === true && given.length < consents.texts.length
    const found = {
      ...checkBuyer(buyer),
      ...(cardError === null ? {} : { card: cardError }),
      ...(isMissing ? { consents: consents.lead } : {}),
    }
    setErrors(found)
    if (Object.keys(found).length > 0) return focusFirst(form.current, card.current, found)
    const handle = card.current
    const body = {
      form: data.form.id,
      bumps: [...chosen],
      ...buyer,
      quote: data.quote.token,
      isRepeat,
      ...(given.length > 0 && { consents: given }),
    }
    void payment.press({ price, body }, isFree || handle === null ? null : () => readCard(handle, buyer))
  }

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    order(false)
  }

  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={submit}
      onInput={onBegin}

      className="grid gap-6"
    >
      <OrderBumps
        bumps={data.bumps}
        pricing={data.pricing}
        isDisabled={busy}
        onChange={() => setChosen(chosenIn(form.current))}
      />
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
        {hasCard && (
          <div hidden={isFree}>
            <Card
              ref={card}
              provider={provider}
              error={errors.card ?? null}
              onChange={(isEmpty) => {
                forget('card')
                if (!isEmpty) onBegin()
              }}
              isDisabled={busy}
            />
          </div>
        )}
      </div>
      <PriceSummary
        price={price}
        tax={data.pricing.tax}
        taxTitle={data.taxTitle}
        totalLabel={data.pricing.recurrence === null ? 'Total' : 'Due today'}
      />
      {data.pricing.recurrence !== null && (
        <PaymentSchedule
          recurrence={data.pricing.recurrence}
          price={price}
          anchor={data.quote.issuedAt}
          isTaxed={data.pricing.tax !== null}
        />
      )}
      {consents !== undefined && (
        <Consents
          consents={consents}
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
          recurrence={data.pricing.recurrence}
          text={payText(price, data.pricing.recurrence, data.form.buttonText, data.hasUnclearButton)}
          onBuyAgain={() => order(true)}
        />
        <SmallPrint
          isFree={isFree}
          renewal={
            data.pricing.recurrence === null ? null : renewalText(data.pricing.recurrence, price, amountText)
          }
          termsUrl={data.form.termsUrl}
          sellerName={data.sellerName}
        />
      </div>
    </form>
  )
}

function errorsOf({ at, message, advice, fields }: Problem): Errors {
  return at === 'card' ? { ...fields, card: `${message} ${advice}`.trim() } : fields
}

function withoutField(errors: Errors, field: keyof Errors): Errors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => name !== field))
}

function buyerIn(form: HTMLFormElement): Buyer {
  const fields = new FormData(form)
  return { email: textIn(fields, 'email'), name: textIn(fields, 'name') }
}

function textIn(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

function chosenIn(form: HTMLFormElement | null): ReadonlySet<string> {
  const values = form === null ? [] : new FormData(form).getAll('bump')
  return new Set(values.filter((value) => typeof value === 'string'))
}

function givenIn(form: HTMLFormElement, { texts }: ConsentsOnPage): readonly Consent[] {
  const ticked = new FormData(form).getAll('consent')
  return texts.filter(({ text }) => ticked.includes(text))
}

function focusFirst(form: HTMLFormElement | null, card: CardHandle | null, errors: Errors): void {
  const field = errors.email !== undefined ? 'email' : errors.name !== undefined ? 'name' : null
  if (field !== null) return form?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus()
  if (errors.card !== undefined) card?.focus()
  else form?.querySelector<HTMLInputElement>('[name=consent]:not(:checked)')?.focus()
}

function isTyped({ email, name }: Buyer): boolean {
  return email !== '' || name !== ''
}

/** Fills email and name from the address (`?email=&name=`) where the buyer has not typed yet. */
function prefill(form: HTMLFormElement | null): void {
  const query = new URLSearchParams(window.location.search)
  for (const name of ['email', 'name']) {
    const field = form?.querySelector<HTMLInputElement>(`[name=${name}]`)
    const value = query.get(name)
    if (field && value !== null && field.value === '') field.value = value
  }
}

/** True from the first time on: a card that was typed stays while the total is zero for a moment. */
function useSticky(now: boolean): boolean {
  const [was, setWas] = useState(now)
  if (now && !was) setWas(true)
  return now || was
}
