import { type ChangeEvent, useState } from 'react'
import { t } from '#foundation/language/t.ts'
import { LiveError } from '#web/kit/feedback/live-error.tsx'
import { reminderText } from '../../messages.ts'
import type { PaymentPageData } from '../../page/page-data.ts'
import { checkBuyer } from '../form/buyer.ts'
import { buyerIn, chosenIn } from '../form/form-fields.ts'
import { isRecord } from '../payment/is-record.ts'
import { send } from '../payment/pay-api.ts'
import { visitSource } from '../payment/visit-source.ts'

export type ReminderProps = {
  readonly data: PaymentPageData
  /** The code that applies now, or undefined if there is none. */
  readonly coupon: string | undefined
  readonly isDisabled: boolean
}

/** Offers a reminder with an unchecked box. Checking it sends the email address and the choices, only once. */
export function Reminder({ data, coupon, isDisabled }: ReminderProps) {
  const [state, setState] = useState<'off' | 'asking' | 'on'>('off')
  const [error, setError] = useState<string | null>(null)

  async function ask({ currentTarget: box }: ChangeEvent<HTMLInputElement>): Promise<void> {
    setError(null)
    if (!box.checked || box.form === null) return
    const buyer = buyerIn(box.form)
    const problem = checkBuyer(buyer).email
    if (problem !== undefined) {
      setError(problem)
      box.checked = false
      box.form.querySelector<HTMLInputElement>('[name=email]')?.focus()
      return
    }
    setState('asking')
    const { price, quantity, amount } = data.chosen ?? {}
    const reply = await send('/api/stripe/purchases/reminders', {
      form: data.form.id,
      ...buyer,
      price,
      quantity,
      amount,
      bumps: [...chosenIn(box.form)],
      coupon,
      source: visitSource(),
      consent: reminderText(),
    })
    const isOn = reply?.status === 200
    const said = isRecord(reply?.json) ? reply.json['message'] : undefined
    setState(isOn ? 'on' : 'off')
    if (isOn) return
    box.checked = false
    setError(typeof said === 'string' ? said : t('Check your connection and try again.'))
  }

  return (
    <div className="grid gap-1.5 text-sm">
      <label className="flex items-start gap-2.5">
        <input
          type="checkbox"
          name="reminder"
          disabled={isDisabled || state !== 'off'}
          aria-describedby="reminder-error"
          className="mt-0.5 size-4.5 shrink-0"
          onChange={(event) => void ask(event)}
        />
        <span>{reminderText()}</span>
      </label>
      <p role="status" className="text-muted empty:hidden">
        {state === 'on' && t('We will email you if you do not finish your order.')}
      </p>
      <LiveError id="reminder-error" text={error} />
    </div>
  )
}
