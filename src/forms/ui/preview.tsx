import { useWatch } from 'react-hook-form'
import { billingPeriods } from '#forms/contract.ts'
import { amountText, priceText } from '#forms/price-text.ts'
import { FormPicture } from './form-picture.tsx'
import { contrastRatio } from './contrast.ts'
import { useFormFields } from './use-form-fields.ts'

/** What the payment page will look like, beside the editor while there is room. It can't be used. */
export function Preview() {
  const { control } = useFormFields()
  const values = useWatch({ control })
  const { title = '', description = '', buttonText = '', currency = 'usd' } = values
  const amount = values.amount ?? 0
  const price = priceText({
    amount,
    currency,
    priceType: values.priceType ?? 'OneTimePrice',
    billingInterval: values.billingInterval ?? 1,
    billingPeriod: values.billingPeriod ?? billingPeriods[0],
  })
  const themeColor = colorOr(values.themeColor, '#7F1CCF')
  const textColor = colorOr(values.buttonTextColor, '#fff')
  return (
    <aside aria-label="Preview" className="hidden lg:block">
      <div className="sticky top-24">
        <p className="mb-3 font-medium text-muted">Preview</p>
        <div inert className="panel overflow-hidden">
          <div className="h-1.5" style={{ background: themeColor }} />
          <FormPicture image={values.image ?? null} video={values.video ?? null} />
          <div className="grid gap-3 p-5">
            <p className="text-xl leading-snug font-bold break-words">{title.trim() || 'Your title'}</p>
            <p className="line-clamp-4 text-pretty break-words whitespace-pre-line text-muted">
              {description.trim() || 'What buyers get, in your words.'}
            </p>
            <p className="mt-2 flex justify-between gap-3 border-t border-line pt-4 font-semibold">
              <span>Total</span>
              <span>{price}</span>
            </p>
            <p
              className="grid min-h-12 place-items-center rounded-xl px-4 text-center font-semibold break-words"
              style={{ background: themeColor, color: textColor }}
            >
              {buttonText.trim() || 'Pay'} {amount === 0 ? '' : amountText(amount, currency)}
            </p>
          </div>
        </div>
      </div>
    </aside>
  )
}

/** While a color is being typed, the usual one stands in. */
function colorOr(typed: string | undefined, usual: string): string {
  return typed !== undefined && contrastRatio(typed, '#fff') !== null ? typed : usual
}
