import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { Own } from '#web/kit/layout/own.tsx'
import type { DisabledByPlanForm } from '#accounts/billing/contract.ts'
import { disabledByPlanSentences, disabledByPlanWords } from './disabled-by-plan-words.ts'

/** How many forms are shown before the rest is collapsed, so that the total and the buttons stay visible. */
const shownAtOnce = 4

/** Previews what a plan change would disable. */
export function DisabledByPlanPreview({
  plan,
  forms,
  coupons,
}: {
  readonly plan: string
  readonly forms: readonly DisabledByPlanForm[]
  readonly coupons: number
}) {
  if (forms.length + coupons === 0) return null
  // Hiding a single form would save no space.
  const shown = forms.length === shownAtOnce + 1 ? forms.length : shownAtOnce
  const more = forms.slice(shown)
  return (
    <section aria-labelledby="turned-off" className="grid gap-3">
      <h3 id="turned-off" className="font-semibold">
        {t('Turned off when you switch to {plan}', { plan })}
      </h3>
      <p className="text-pretty text-muted">
        {disabledByPlanSentences(forms.length, coupons)}{' '}
        {t(
          'We keep everything, and it comes back when you return to Growth. Your past sales and running subscriptions stay as they are.',
        )}
      </p>
      {forms.length > 0 && <FormList forms={forms.slice(0, shown)} />}
      {more.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer content-center rounded-lg font-medium text-brand">
            {t('{count, plural, one {# more form} other {# more forms}}', { count: more.length })}
          </summary>
          <FormList forms={more} />
        </details>
      )}
    </section>
  )
}

function FormList({ forms }: { readonly forms: readonly DisabledByPlanForm[] }) {
  return (
    <ul className="grid divide-y divide-line rounded-2xl border border-line px-4">
      {forms.map((form) => (
        <li key={form.id} className="py-3">
          <p className="font-medium break-words">{form.title}</p>
          <p className="text-sm text-muted">{disabledByPlanWords(form)}</p>
          {form.taxes > 0 && (
            <p className="mt-1 text-sm">{t('Tax is neither added nor shown, even if you owe it')}</p>
          )}
          {form.price !== null && (
            <p className="mt-1 text-sm">
              {rich('Costs {amount} again (its price without the timers)', {
                amount: <Own>{formatAmount(form.price.amount, form.price.currency)}</Own>,
              })}
            </p>
          )}
          {form.furtherPrices.map(({ label, amount, currency }) => (
            <p key={label} className="mt-1 text-sm wrap-anywhere">
              {rich('“{label}” costs {amount} again (its price without timers)', {
                label,
                amount: <Own>{formatAmount(amount, currency)}</Own>,
              })}
            </p>
          ))}
          {form.reopens && (
            <p className="mt-1 text-sm">{t('Goes on sale again, even though a timer had ended it')}</p>
          )}
        </li>
      ))}
    </ul>
  )
}
