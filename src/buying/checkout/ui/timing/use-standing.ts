import { useEffect, useState } from 'react'
import type { PaymentPageData } from '../../page/page-data.ts'
import type { LatePartsLoader } from '../page/late/load-late.ts'
import { readPageAgain } from '../page/read-page-again.ts'
import type { Standing } from './standing.ts'
import type { Timing } from './timing.ts'

type StandingParts = {
  readonly data: PaymentPageData
  readonly late: LatePartsLoader
  readonly onRenewed: (data: PaymentPageData) => void
  readonly serverTime: () => number
  /** Whether the buyer has typed or chosen something, so they can still pay the shown price. */
  readonly hasBegun: boolean
  /** False during and after a payment, when the price must not change. */
  readonly isIdle: boolean
  /** Returns the state of a price with timers, or undefined if there were none when the page was made. */
  readonly timing: Timing | undefined
}

const lookEvery = 1_000
/**
 * The age at which a quote is renewed, in milliseconds. It is valid for two hours, so one renewed after an
 * hour outlasts any grace period.
 */
const renewedAfter = 60 * 60 * 1000
/** How long to wait before repeating a request that got no response, in milliseconds. */
const patience = 10_000

/** The state of the page's price. An outdated price is fetched from the server. */
export function useStanding({
  data,
  late,
  onRenewed,
  serverTime,
  hasBegun,
  isIdle,
  timing,
}: StandingParts): Exclude<Standing, { state: 'outdated' }> {
  const [standing, setStanding] = useState<Exclude<Standing, { state: 'outdated' }>>({ state: 'open' })
  useEffect(() => {
    if (!isIdle || data.unavailable !== null) return undefined
    let isGone = false
    let askedAt = Number.NEGATIVE_INFINITY
    const renew = async () => {
      const renewed = await readPageAgain(late).catch(() => null)
      if (!isGone && renewed !== null) onRenewed(renewed)
    }
    const look = () => {
      const now = serverTime()
      const { issuedAt } = data.quote
      const found = signedStanding(timing?.standing(data.pricing, issuedAt, now, hasBegun), now - issuedAt)
      if (found.state !== 'outdated') return setStanding((known) => (isSame(known, found) ? known : found))
      if (now - askedAt < patience) return
      askedAt = now
      void renew()
    }
    look()
    const interval = setInterval(look, lookEvery)
    document.addEventListener('visibilitychange', look)
    return () => {
      isGone = true
      clearInterval(interval)
      document.removeEventListener('visibilitychange', look)
    }
  }, [data, late, onRenewed, serverTime, hasBegun, isIdle, timing])
  return standing
}

/** The state of a price, given the age of its quote. The quote of a valid price is renewed in time. */
export function signedStanding(found: Standing = { state: 'open' }, age: number): Standing {
  return found.state === 'open' && age >= renewedAfter ? { state: 'outdated' } : found
}

function isSame(one: Standing, other: Standing): boolean {
  return (
    one.state === other.state && (one.state !== 'held' || other.state !== 'held' || one.end === other.end)
  )
}
