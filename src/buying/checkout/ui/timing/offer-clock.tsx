import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t } from '#foundation/language/t.ts'
import { foreignUnless } from '#foundation/language/translations.ts'
import type { OfferTimer } from '#payments/pricing/price-purchase.ts'
import { nextTimer } from '#payments/pricing/timers.ts'
import type { PaymentPageData } from '../../page/page-data.ts'
import { useReading } from '../page/reading.ts'
import { formPrice, formPriceText } from '../price/form-price.ts'
import { remainingAnnouncement, remainingText } from './remaining-text.ts'
import type { Standing } from './standing.ts'

type OfferClockProps = {
  readonly data: PaymentPageData
  readonly standing: Standing
  readonly serverTime: () => number
  /** Whether the buyer has entered a code. Announced prices never include its discount. */
  readonly hasCode?: boolean
}

/** The time left for the shown price. It visibly counts down, but screen readers announce it only a few times. */
export function OfferClock({ data, standing, serverTime, hasCode = false }: OfferClockProps) {
  const now = useEverySecond(serverTime)
  const { pricing, quote } = data
  useUnread(quote.token, formPriceText(data, quote.issuedAt))
  const next = nextTimer(pricing, now ?? quote.issuedAt)
  const isHeld = standing.state === 'held'
  const until = isHeld ? standing.until : next?.expiresAt
  // Starts with the same text as on the server, so that its width does not change.
  const left = until === undefined ? null : until - (now ?? quote.issuedAt)
  const held = isHeld
    ? t('This price is held for you until {time}.', { time: clockText(standing.until) })
    : ''
  const announcement = now === null || left === null ? '' : remainingAnnouncement(left)
  const { dayText } = useReading()
  const title = isHeld ? t('Time is up') : next?.title
  const foreign = isHeld ? undefined : foreignUnless(next?.isTranslated, data.foreign)
  return (
    <>
      {title !== undefined && (
        <div className="note timer mb-5 grid gap-0.5">
          <p className="font-semibold wrap-anywhere">
            <span {...foreign}>{title}</span> <span aria-hidden>·</span> <Remaining left={left} />
          </p>
          <p className={isHeld ? '' : 'text-muted empty:hidden'}>
            {isHeld
              ? `${held} ${afterwards(data, standing.end, hasCode)}`
              : next && `${whatComes(data, next, dayText, hasCode)} ${data.lowestPrice ?? ''}`.trim()}
          </p>
        </div>
      )}
      <p role="status" className="sr-only">
        {`${isHeld ? `${title}. ${held}` : ''} ${announcement}`.trim()}
      </p>
    </>
  )
}

/** How long a click after a price change still counts for the previous total, in milliseconds. */
const readingMs = 1000

/**
 * Ignores clicks right after the price changed, because the buyer has not read the new price and must not
 * accept it.
 */
function useUnread(token: string, price: string): void {
  const read = useRef([token, price])
  useLayoutEffect(() => {
    const [before, known] = read.current
    read.current = [token, price]
    if (before !== token && known !== price) guard()
  })
}

let guarded: ReturnType<typeof setTimeout> | undefined

/** Ignores clicks for a while. Another price change or a key held down restarts that time. */
function guard(): void {
  clearTimeout(guarded)
  document.addEventListener('submit', stop, true)
  guarded = setTimeout(() => document.removeEventListener('submit', stop, true), readingMs)
}

function stop(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
  guard()
}

/** The time left as text. Until the page is hydrated, it shows dashes that are as wide as the later digits. */
export function Remaining({ left }: { readonly left: number | null }) {
  return (
    <span role="timer" className="whitespace-nowrap tabular-nums">
      {left === null ? '--:--:--' : remainingText(left)}
    </span>
  )
}

/** What happens when the timer ends, or nothing if it is only a countdown. */
function whatComes(
  data: PaymentPageData,
  { expiresAt, redirectUrl }: OfferTimer,
  dayText: (instant: number) => string,
  hasCode: boolean,
): string {
  if (redirectUrl !== null) return t('Sales end when the timer runs out.')
  const day = dayText(expiresAt)
  const [now, next] = [formPrice(data, expiresAt - 1), formPrice(data, expiresAt)]
  if (now.minor === next.minor) return ''
  const price = formPriceText(data, expiresAt)
  if (hasCode)
    return next.minor > now.minor
      ? t('Without your code, the price goes up to {price} on {day}.', { price, day })
      : t('Without your code, the price goes down to {price} on {day}.', { price, day })
  return next.minor > now.minor
    ? t('Goes up to {price} on {day}.', { price, day })
    : t('Goes down to {price} on {day}.', { price, day })
}

function afterwards(data: PaymentPageData, end: OfferTimer, hasCode: boolean): string {
  if (end.redirectUrl !== null) return t('After that, sales end.')
  const price = formPriceText(data, end.expiresAt)
  return hasCode
    ? t('After that, the price is {price} without your code.', { price })
    : t('After that, the price is {price}.', { price })
}

/** A time as hours and minutes in the buyer's time zone. */
function clockText(instant: number): string {
  return new Date(instant).toTimeString().slice(0, 5)
}

/** The server's time, updated every second, or null before the page is hydrated. */
export function useEverySecond(serverTime: () => number): number | null {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    const tick = () => setNow(serverTime())
    tick()
    const interval = setInterval(tick, 1000)
    return () => clearInterval(interval)
  }, [serverTime])
  return now
}
