import type { Recurrence } from '#payments/pricing/recurrence.ts'
import { cycleText, durationText } from '#payments/subscriptions/recurrence-text.ts'
import { trialEndAt } from '#payments/subscriptions/trial/trial-days.ts'
import type { PaymentPageData } from '../../page/page-data.ts'
import { detailsSizes } from '../../description/details-sizes.ts'
import { Description } from './description.tsx'
import { detailsLook } from './details-look.ts'
import { formPrice, startText } from '../price/form-price.ts'
import { Picture } from './picture.tsx'
import { useReading } from '../page/reading.ts'
import { SellerLine } from './seller-line.tsx'
import { TaxNote } from '../price/tax-note.tsx'
import { Video } from './video.tsx'

export type OfferDetailsProps = {
  readonly data: PaymentPageData
  /** The video was asked for before this was here. */
  readonly isPlaying?: boolean
}

/** What the buyer gets: picture or video, title, seller, price, description. */
export function OfferDetails({ data, isPlaying = false }: OfferDetailsProps) {
  const { form } = data
  const { open, recurrence } = data.pricing
  const begun = trialEndAt(data.quote.issuedAt, recurrence?.start?.trialDays ?? 0)
  const { dayText } = useReading()
  const price = formPrice(data, data.quote.issuedAt)
  return (
    <article className={detailsLook}>
      {form.video !== null ? (
        <Video video={form.video} title={form.title} picture={form.image} startsAtOnce={isPlaying} />
      ) : form.image !== null ? (
        <Picture image={form.image} sizes={detailsSizes} isFirst className="picture aspect-video w-full" />
      ) : null}
      <header className="grid gap-2">
        <SellerLine name={data.sellerName} logo={data.sellerLogo} />
        <h1 className="text-2xl font-semibold tracking-tight text-balance wrap-anywhere sm:text-3xl">
          {form.title}
        </h1>
        <p className="text-xl tabular-nums">
          {open === undefined ? (
            price.amount
          ) : (
            <>
              Name your price
              {price.amount !== 'Free' && (
                <span className="text-muted text-base">, {price.amount} or more</span>
              )}
            </>
          )}
          <TaxNote note={price.note} />
          {recurrence !== null && (
            <span className="text-muted text-base">
              {' '}
              {cycleText(recurrence)}
              {afterTrial(recurrence, data)}
            </span>
          )}
        </p>
        {recurrence !== null && (
          <p className="text-sm font-medium">{durationText(recurrence, begun, dayText)}</p>
        )}
      </header>
      <Description text={form.description} />
    </article>
  )
}

/** When the price is paid first, where that is not today: " after a 14-day free trial, and $10.00 today". */
function afterTrial({ start }: Recurrence, data: PaymentPageData): string {
  if (!start?.trialDays) return ''
  const trial = ` after a ${start.trialDays}-day ${start.trialAmount > 0 ? '' : 'free '}trial`
  const today = startText(data, start)
  return today === null ? trial : `${trial}, and ${today} today`
}
