import { t } from '#foundation/language/t.ts'
import { foreignUnless } from '#foundation/language/translations.ts'
import { pictureIn } from '#accounts/uploads/pictures/picture-sources.ts'
import { type PricedForm, taxedAmount } from '#payments/pricing/price-purchase.ts'
import { shownPrice } from '#payments/pricing/shown-price.ts'
import type { BumpOnPage } from '../../page/page-data.ts'
import { ReadMore, foldText } from '../details/read-more.tsx'
import { useReading } from '../page/reading.ts'
import { TaxNote } from './amount.tsx'

type OrderBumpsProps = {
  readonly bumps: readonly BumpOnPage[]
  readonly pricing: PricedForm
  readonly isDisabled: boolean
  readonly onChange: () => void
}

/** The longest description of an extra that is shown in full above the button, in characters. */
const foldedLength = 240

/** The extras that a buyer can add to the order. All start unchecked. What `pricing` does not offer is hidden. */
export function OrderBumps({ bumps, pricing, isDisabled, onChange }: OrderBumpsProps) {
  if (bumps.length === 0) return null
  return (
    <fieldset disabled={isDisabled} hidden={pricing.bumps.length === 0} className="grid gap-3">
      <legend className="mb-3 text-sm font-medium">{t('Add to your order')}</legend>
      {bumps.map((bump) => (
        <OrderBump key={bump.id} bump={bump} pricing={pricing} onChange={onChange} />
      ))}
    </fieldset>
  )
}

function OrderBump({
  bump,
  pricing,
  onChange,
}: {
  readonly bump: BumpOnPage
  readonly pricing: PricedForm
  readonly onChange: () => void
}) {
  const { id, title, description, image, translated } = bump
  const { amountText, isGrossFirst, foreign } = useReading()
  const described = foreignUnless(translated?.includes('description'), foreign)
  const sold = pricing.bumps.find((one) => one.id === id)
  const price = taxedAmount(sold?.amount ?? 0, pricing)
  const { amount, note } = shownPrice(price, pricing.tax, isGrossFirst)
  const { shown, rest } = foldText(description, foldedLength)
  return (
    <div hidden={sold === undefined} className="choice">
      <label className="grid cursor-pointer grid-cols-[auto_1fr_auto] items-start gap-x-3 gap-y-1 p-3">
        <input
          type="checkbox"
          name="bump"
          value={id}
          autoComplete="off"
          aria-labelledby={`title-${id} price-${id}`}
          aria-describedby={`description-${id}`}
          onChange={onChange}
          className="accent-accent mt-0.5 size-5"
        />
        <span className="grid min-w-0 gap-1">
          <span
            id={`title-${id}`}
            {...foreignUnless(translated?.includes('title'), foreign)}
            className="font-medium wrap-anywhere"
          >
            {title}
          </span>
          <span id={`price-${id}`} className="text-sm tabular-nums">
            {amount === 0 ? t('Free') : `+ ${amountText(amount, pricing.currency)}`}
            <TaxNote note={note} />
          </span>
        </span>
        <img
          src={pictureIn(image, 320)}
          alt=""
          width={96}
          height={54}
          loading="lazy"
          className="picture h-13.5 w-24"
        />
        <span
          id={`description-${id}`}
          {...described}
          className="text-muted col-span-2 col-start-2 text-sm whitespace-pre-line wrap-anywhere"
        >
          {shown}
        </span>
      </label>
      {rest !== '' && (
        <ReadMore className="text-muted ms-8 px-3 pb-3 text-sm wrap-anywhere">
          <p {...described} className="whitespace-pre-line">
            {rest}
          </p>
        </ReadMore>
      )}
    </div>
  )
}
