import { useEffect, useState } from 'react'
import type { PaymentPageData } from '../page-data.ts'
import type { LatePartsLoader } from './load-late.ts'
import { readPageAgain } from './read-page-again.ts'
import { standingAt, type Standing } from './standing.ts'

type StandingParts = {
  readonly data: PaymentPageData
  readonly late: LatePartsLoader
  readonly onRenewed: (data: PaymentPageData) => void
  readonly serverTime: () => number
  /** The buyer has typed or chosen something: the shown price is held for them. */
  readonly hasBegun: boolean
  /** False while a payment is under way or made: then nothing changes under it. */
  readonly isResting: boolean
}

const lookEvery = 1_000
/** How long a server that did not answer is left alone, in milliseconds. */
const patience = 10_000

/** How the page's price stands; a price that is over is renewed from the server. */
export function useStanding({
  data,
  late,
  onRenewed,
  serverTime,
  hasBegun,
  isResting,
}: StandingParts): Exclude<Standing, { state: 'outdated' }> {
  const [standing, setStanding] = useState<Exclude<Standing, { state: 'outdated' }>>({ state: 'open' })
  useEffect(() => {
    if (!isResting || data.unavailable !== null) return undefined
    let isGone = false
    let askedAt = Number.NEGATIVE_INFINITY
    const renew = async () => {
      const renewed = await readPageAgain(late).catch(() => null)
      if (!isGone && renewed !== null) onRenewed(renewed)
    }
    const look = () => {
      const now = serverTime()
      const found = standingAt(data.pricing, data.quote.issuedAt, now, hasBegun)
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
  }, [data, late, onRenewed, serverTime, hasBegun, isResting])
  return standing
}

function isSame(one: Standing, other: Standing): boolean {
  return (
    one.state === other.state && (one.state !== 'held' || other.state !== 'held' || one.end === other.end)
  )
}
