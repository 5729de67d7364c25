import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { foreignUnless } from '#foundation/language/translations.ts'
import type { ShownOffer } from '#buying/upsells/contract.ts'
import { shownPrice, taxLabel } from '#payments/pricing/shown-price.ts'
import { Own } from '#web/kit/layout/own.tsx'
import { Amount, TaxNote } from '../price/amount.tsx'
import { Description } from '../details/description.tsx'
import { Picture } from '../details/picture.tsx'
import { useReading } from '../page/reading.ts'

/** Shows an offer: its picture, title, price with tax, and description. */
export function OfferCase({ offer }: { readonly offer: ShownOffer }) {
  const { title, description, image, price, position, count, translated } = offer
  const { amountText, isGrossFirst, foreign } = useReading()
  const { amount, note } = shownPrice(price, offer.tax, isGrossFirst)
  const without =
    offer.without && amountText(shownPrice(offer.without, offer.tax, isGrossFirst).amount, price.currency)
  return (
    <>
      <div className="relative">
        <Picture
          image={image}
          sizes="(min-width: 38rem) 36rem, calc(100vw - 2rem)"
          className="bg-line aspect-video w-full object-cover"
        />
        <strong className="best-deal">{t('Best Deal')}</strong>
      </div>
      <div className="grid gap-2 px-5 pt-5 sm:px-7 sm:pt-6">
        <p className="text-muted flex flex-wrap justify-between gap-x-4 text-sm">
          <span>{t('One Time Offer')}</span>
          {count > 1 && (
            <span className="tabular-nums">{t('{position} of {count}', { position, count })}</span>
          )}
        </p>
        <h2
          id="offer-title"
          {...foreignUnless(translated.includes('title'), foreign)}
          tabIndex={-1}
          className="text-xl font-semibold tracking-tight text-balance wrap-anywhere outline-none sm:text-2xl"
        >
          {title}
        </h2>
        <p className="text-xl tabular-nums">
          {without !== null && (
            <s aria-hidden="true" translate="no" className="text-muted me-2 text-base">
              {without}
            </s>
          )}
          {price.total === 0 ? t('Free') : amountText(amount, price.currency)}
          <TaxNote note={note} />
          {offer.without && (
            <span className="sr-only">
              {' '}
              {rich('without {code} {amount}', {
                code: <Own>{offer.without.code}</Own>,
                amount: <Own>{without}</Own>,
              })}
            </span>
          )}
        </p>
        {price.taxAmount > 0 && (
          <p className="text-muted -mt-1 text-sm tabular-nums wrap-anywhere">
            {rich('{label}: {amount}', {
              label: (
                <bdi>{offer.tax === null ? t('Tax') : taxLabel(offer.tax.title, offer.tax.percentage)}</bdi>
              ),
              amount: <Amount minor={price.taxAmount} currency={price.currency} />,
            })}
          </p>
        )}
        <Description
          text={description}
          foreign={foreignUnless(translated.includes('description'), foreign)}
          foldedLength={300}
        />
      </div>
    </>
  )
}
