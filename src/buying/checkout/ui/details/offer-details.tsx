import { type ReactNode, useState } from 'react'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { foreignUnless } from '#foundation/language/translations.ts'
import type { Recurrence } from '#payments/pricing/recurrence.ts'
import { cycleText, durationText } from '#payments/subscriptions/recurrence-text.ts'
import { trialEndAt } from '#payments/subscriptions/trial/trial-days.ts'
import { detailsSizes } from '#buying/checkout/description/description.ts'
import { TaxNote } from '#buying/checkout/ui/price/amount.tsx'
import type { ShopFace } from '#accounts/shop/shop-face.ts'
import { pictureIn } from '#accounts/uploads/pictures/picture-sources.ts'
import type { YoutubeVideo } from '#buying/checkout/description/youtube.ts'
import type { PaymentPageData } from '../../page/page-data.ts'
import { formPrice, startText } from '../price/form-price.ts'
import { useReading } from '../page/reading.ts'
import { Description } from './description.tsx'
import { detailsLook } from './details-look.ts'
import { Gallery } from './gallery.tsx'
import { frames, Picture } from './picture.tsx'

export type OfferDetailsProps = {
  readonly data: PaymentPageData
  /** The buyer asked to play the video before this code had loaded. */
  readonly isPlaying?: boolean
}

/** The product: its picture or video, title, seller, price and description. */
export function OfferDetails({ data, isPlaying = false }: OfferDetailsProps) {
  const { form, foreign, translated } = data
  const { open, recurrence } = data.pricing
  const begun = trialEndAt(data.quote.issuedAt, recurrence?.start?.trialDays ?? 0)
  const { dayText } = useReading()
  const price = formPrice(data, data.quote.issuedAt)
  const first =
    form.video !== null ? (
      <Video video={form.video} title={form.title} picture={form.image} startsAtOnce={isPlaying} />
    ) : form.image !== null ? (
      <Picture image={form.image} sizes={detailsSizes} place={0} isFirst className={frames[form.imageFit]} />
    ) : null
  return (
    <article className={detailsLook}>
      {form.pictures.length === 0 ? first : <Gallery {...form}>{first}</Gallery>}
      <header className="grid gap-2">
        <SellerLine name={data.sellerName} logo={data.sellerLogo} />
        <h1
          {...foreignUnless(translated?.includes('title'), foreign)}
          className="text-2xl font-semibold tracking-tight text-balance wrap-anywhere sm:text-3xl"
        >
          {form.title}
        </h1>
        <p className="text-xl tabular-nums">
          {data.struckPrice !== undefined && (
            <s className="text-muted me-2 text-base">
              {rich('<before>Before: </before>{price}', {
                before: <span className="sr-only" />,
                price: data.struckPrice,
              })}
            </s>
          )}
          {open === undefined ? price.amount : nameYourPrice(price)}
          <TaxNote note={price.note} />
          {recurrence !== null && (
            <span className="text-muted text-base"> {cycleAfterTrial(recurrence, data)}</span>
          )}
        </p>
        {recurrence !== null && (
          <p className="text-sm font-medium">{durationText(recurrence, begun, dayText)}</p>
        )}
      </header>
      <Description
        text={form.description}
        foreign={foreignUnless(translated?.includes('description'), foreign)}
      />
    </article>
  )
}

function nameYourPrice({ minor, amount }: ReturnType<typeof formPrice>): ReactNode {
  if (minor === 0) return t('Name your price')
  return rich('Name your price<least>, {amount} or more</least>', {
    amount,
    least: <span className="text-muted text-base" />,
  })
}

/**
 * The billing cycle, and the first payment if it is not due today: "every month after a 14-day free trial,
 * and $10.00 today".
 */
function cycleAfterTrial(recurrence: Recurrence, data: PaymentPageData): string {
  const { start } = recurrence
  const cycle = cycleText(recurrence)
  if (!start?.trialDays) return cycle
  const { trialDays: days } = start
  const terms =
    start.trialAmount > 0
      ? t('{cycle} after a {days}-day trial', { cycle, days })
      : t('{cycle} after a {days}-day free trial', { cycle, days })
  const today = startText(data, start)
  return today === null ? terms : t('{terms}, and {today} today', { terms, today })
}

/** The shop's name above the product, on one line. */
function SellerLine({ name, logo }: Pick<ShopFace, 'name' | 'logo'>) {
  return (
    <p className="text-muted flex items-center gap-2 text-sm wrap-anywhere">
      {logo !== null && (
        <img src={pictureIn(logo, 320)} alt="" className="plated size-6 shrink-0 object-cover" />
      )}
      <span translate="no" className="min-w-0">
        {name}
      </span>
    </p>
  )
}

/** The video player's permissions. Its origin is not ours, so it cannot use them on this page. */
const playerRights = 'allow-scripts allow-same-origin allow-popups allow-presentation'

type Props = {
  readonly video: YoutubeVideo
  readonly title: string
  /** The form's picture, which is shown until the buyer plays the video. */
  readonly picture: string | null
  readonly startsAtOnce: boolean
}

/** A YouTube video behind our own poster. YouTube is not contacted before the buyer plays it. */
function Video({ video: { id, start }, title, picture, startsAtOnce }: Props) {
  const [isPlaying, setIsPlaying] = useState(startsAtOnce)
  if (isPlaying) {
    const from = start === undefined ? '' : `&start=${start}`
    return (
      <iframe
        src={`https://www.youtube-nocookie.com/embed/${encodeURIComponent(id)}?autoplay=1&rel=0${from}`}
        title={title}
        sandbox={playerRights}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
        className="picture aspect-video w-full"
      />
    )
  }
  return (
    <button type="button" onClick={() => setIsPlaying(true)} className="poster picture aspect-video w-full">
      {picture === null ? (
        <PlayLabel />
      ) : (
        <>
          <Picture image={picture} sizes={detailsSizes} place={0} isFirst />
          <span className="plate">
            <PlayLabel />
          </span>
        </>
      )}
    </button>
  )
}

function PlayLabel() {
  return (
    <>
      <svg viewBox="0 0 24 24" className="size-16" aria-hidden="true">
        <circle cx="12" cy="12" r="12" fill="currentColor" opacity="0.2" />
        <path d="M9.5 7.5v9l7.5-4.5z" fill="currentColor" />
      </svg>
      <span className="text-sm font-medium">{t('Play video')}</span>
      <span className="text-xs opacity-80">{t('Plays from YouTube')}</span>
    </>
  )
}
