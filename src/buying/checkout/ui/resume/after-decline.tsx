import { type ReactNode, useState } from 'react'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { foreignUnless } from '#foundation/language/translations.ts'
import { LiveError } from '#web/kit/feedback/live-error.tsx'
import type { PaymentPageData } from '../../page/page-data.ts'
import { isRecord } from '../payment/is-record.ts'
import { send } from '../payment/pay-api.ts'
import type { Problem } from '../payment/problem.ts'

export type AfterDeclineProps = {
  readonly data: PaymentPageData
  /** The order whose payment was declined. */
  readonly lost: NonNullable<Problem['lost']>
  readonly hasExtras: boolean
  readonly isDisabled: boolean
}

/**
 * Other ways to finish an order whose card was declined: those the seller offers, and an emailed link to
 * finish it later. None of them makes the order cheaper than before.
 */
export function AfterDecline({ data, lost, hasExtras, isDisabled }: AfterDeclineProps) {
  const [state, setState] = useState<'idle' | 'asking' | 'sent'>('idle')
  const [news, setNews] = useState('')
  const [error, setError] = useState<string | null>(null)
  const { fallbackPrice, offersWithoutExtras, pricing } = data
  const fallback = pricing.prices?.find(({ id }) => id === fallbackPrice && id !== pricing.priceId)

  async function ask(): Promise<void> {
    setError(null)
    setState('asking')
    const { purchaseId, secret } = lost
    const path = `/api/stripe/purchases/${encodeURIComponent(purchaseId)}/link`
    const reply = await send(path, { secret })
    const said = isRecord(reply?.json) ? reply.json : {}
    if (reply?.status === 200) {
      setState('sent')
      setNews(t('We are emailing the link to {email}.', { email: String(said['email']) }))
      return
    }
    setState('idle')
    setError(
      typeof said['message'] === 'string' ? said['message'] : t('Check your connection and try again.'),
    )
  }

  return (
    <section aria-labelledby="other-ways" className="note grid gap-3">
      <h3 id="other-ways" tabIndex={-1} className="font-medium outline-none">
        {t('Other ways to finish your order')}
      </h3>
      <div className="flex flex-wrap gap-2">
        {fallback !== undefined && (
          <Way
            isDisabled={isDisabled}
            onPress={(form) => click(form, `[name=price][value="${fallback.id}"]`)}
          >
            {rich('Switch to {price}', {
              price: <span {...foreignUnless(fallback.isTranslated, data.foreign)}>{fallback.label}</span>,
            })}
          </Way>
        )}
        {offersWithoutExtras === true && hasExtras && (
          <Way isDisabled={isDisabled} onPress={(form) => click(form, '[name=bump]:checked')}>
            {t('Remove the extras')}
          </Way>
        )}
        {state !== 'sent' && (
          <Way
            isDisabled={isDisabled || state === 'asking'}
            onPress={(form) => {
              // This button is disabled and then removed, which would lose the focus.
              focusHeading(form)
              void ask()
            }}
          >
            {t('Email me a link to pay later')}
          </Way>
        )}
      </div>
      <p role="status" className="wrap-anywhere empty:hidden">
        {news}
      </p>
      <LiveError id="link-error" text={error} />
    </section>
  )
}

type WayProps = {
  readonly isDisabled: boolean
  readonly onPress: (form: HTMLFormElement | null) => void
  readonly children: ReactNode
}

function Way({ isDisabled, onPress, children }: WayProps) {
  return (
    <button
      type="button"
      disabled={isDisabled}
      className="button-quiet px-4 py-2 text-sm wrap-anywhere"
      onClick={({ currentTarget: { form } }) => onPress(form)}
    >
      <span>{children}</span>
    </button>
  )
}

/**
 * Clicks the form's own fields. Then moves the focus to the button with the new total, unless the buyer must still
 * wait.
 */
function click(form: HTMLFormElement | null, fields: string): void {
  for (const field of form?.querySelectorAll<HTMLInputElement>(fields) ?? []) field.click()
  focusHeading(form)
  form?.querySelector<HTMLElement>('[type=submit]')?.focus()
}

function focusHeading(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('#other-ways')?.focus()
}
