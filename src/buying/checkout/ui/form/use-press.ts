import { useEffect, useRef, useState } from 'react'
import type { PaymentPageData } from '../../page/page-data.ts'
import { checkBuyer, type Buyer } from './buyer.ts'
import type { Elements } from './elements.ts'
import type { Payer } from './express-row.tsx'
import type { OpenQuestions, ShowTax } from '../fields/opened.ts'
import { askedIn, useQuestions } from '../fields/use-questions.ts'
import { isAtBank, isBusy, type Flow } from '../payment/flow.ts'
import { buyerIn, fillIn, focusFirst, givenIn, missingConsent, type Errors } from './form-fields.ts'
import type { promiseOf } from '../schedule/order-promise.ts'
import type { MeansResult, Order, Payment } from '../payment/payment.ts'
import { readToken, type PaymentHandle } from './payment-field.tsx'
import { isAgain, type Problem } from '../payment/problem.ts'
import { sheetLines } from '../price/shown-lines.ts'

/** The parts of a payment page that a click needs. */
type Page = {
  readonly data: PaymentPageData
  readonly flow: Flow
  readonly payment: Payment
  readonly onBegin: () => void
  readonly openQuestions?: OpenQuestions | undefined
  readonly onTax: ShowTax
}

/**
 * Handles a click on the pay button or a wallet. A problem is shown next to its field, which gets the focus;
 * otherwise the order is paid. A wallet's sheet shows the order at the moment of the click, and pays that
 * order.
 */
export function usePress(
  { data, flow, payment, onBegin, openQuestions, onTax }: Page,
  { price, bill, words, isFree, renewal, consents, coupon, opening, chosen }: ReturnType<typeof promiseOf>,
) {
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<PaymentHandle>(null)
  const { place, opened: questions } = useQuestions(data, openQuestions, onTax)
  const sheet = useRef<Sheet>(null)
  const lastRead = useRef<MeansResult>(null)
  /** The email address for which the buyer confirmed another purchase. */
  const saidYes = useRef<string>(null)
  const [errors, setErrors] = useState<Errors>({})
  const busy = isBusy(flow) || isAtBank(flow)
  const failure = flow.state === 'failed' ? flow.problem : null

  useEffect(
    () =>
      payment.subscribe(() => {
        const now = payment.flow()
        if (now.state === 'failed') setErrors(errorsOf(now.problem))
      }),
    [payment],
  )
  useEffect(() => {
    if (failure !== null) {
      questions.current?.refuse(failure.fields)
      focusFirst(form.current, field.current, questions.current, errorsOf(failure))
    }
    if (failure?.nextStep === 'without-trial') opening?.refuse()
  }, [failure, opening, questions])

  const clearError = (part: keyof Errors) => setErrors((known) => ({ ...known, [part]: undefined }))

  /** Returns the order from the form without the buyer's name and email, and shows problems. */
  const draft = (filled: HTMLFormElement, isRepeat: boolean, found?: Errors): Sheet | null => {
    const given = consents === undefined ? [] : givenIn(filled, consents)
    const asked = data.fields && askedIn(filled)
    // Before a wallet's sheet opens, empty fields are not mistakes yet, because the wallet may fill them in.
    const isWrong = asked !== undefined && questions.current?.check(asked, found === undefined) === false
    const wrong = { ...found, ...(isWrong && { questions: '' }), ...missingConsent(consents, given) }
    setErrors(wrong)
    if (isAny(wrong) || data.chosen === null) {
      focusFirst(filled, field.current, questions.current, wrong)
      return null
    }
    return {
      price,
      renewal,
      body: {
        form: data.form.id,
        ...data.chosen,
        bumps: [...chosen],
        quote: data.quote.token,
        isRepeat,
        ...coupon?.sent,
        ...opening?.sent(price),
        ...(given.length > 0 && { consents: given }),
        ...asked,
      },
    }
  }

  const pay = async (drafted: Sheet, buyer: Buyer, read: (() => Promise<MeansResult>) | null) => {
    const order = { ...drafted, body: { ...drafted.body, ...buyer } }
    await payment.press(order, read && (async () => (lastRead.current = await read())))
  }

  const press = (isRepeat: boolean) => {
    const { current: filled } = form
    if (busy || filled === null) return
    const buyer = buyerIn(filled)
    // A buyer who was asked whether to buy again has already chosen a payment method, which was not charged.
    const known = isRepeat ? lastRead.current : null
    const wrong = checkBuyer(buyer)
    const { current: handle } = field
    const problem = isFree || known !== null ? null : (handle?.check(isAny(wrong)) ?? null)
    if (isRepeat) saidYes.current = buyer.email
    const isSecond = isRepeat || isAgain(failure?.nextStep, saidYes.current, buyer.email)
    const drafted = draft(filled, isSecond, { ...wrong, ...(problem !== null && { card: problem }) })
    if (drafted === null) return
    const read = known === null ? handle && (() => handle.read(buyer)) : async () => known
    void pay(drafted, buyer, isFree ? null : read)
  }

  const openSheet = () => {
    const { current: filled } = form
    if (busy || filled === null) return null
    onBegin()
    sheet.current = draft(filled, isAgain(failure?.nextStep, saidYes.current, buyerIn(filled).email))
    return sheet.current === null ? null : sheetLines(bill, words)
  }

  const paySheet = async (payer: Payer, agreed: Elements) => {
    const [{ current: filled }, { current: drafted }] = [form, sheet]
    if (filled === null || drafted === null) return false
    fillIn(filled, payer)
    questions.current?.fill(payer.details)
    const buyer = buyerIn(filled)
    const asked = data.fields && askedIn(filled)
    const isWrong = asked !== undefined && questions.current?.check(asked) === false
    const wrong = { ...checkBuyer(buyer), ...(isWrong && { questions: '' }) }
    setErrors(wrong)
    if (isAny(wrong)) {
      focusFirst(filled, field.current, questions.current, wrong)
      return false
    }
    const order = { ...drafted, body: { ...drafted.body, ...asked } }
    await pay(order, buyer, () => readToken(agreed, buyer))
    return payment.flow().state !== 'failed'
  }

  return { form, field, questions: place, busy, failure, errors, clearError, press, openSheet, paySheet }
}

/** An order without the buyer's name and email. For a wallet, the order that its sheet opened with. */
type Sheet = Omit<Order, 'body'> & { readonly body: Omit<Order['body'], keyof Buyer> }

function errorsOf({ at, message, advice, fields }: Problem): Errors {
  if (at === 'payment') return fields
  return { ...fields, card: at === 'fields' ? '' : `${message} ${advice}`.trim() }
}

function isAny(errors: Errors): boolean {
  return Object.values(errors).some((error) => error !== undefined)
}
