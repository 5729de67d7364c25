import { msg } from '#foundation/language/t.ts'
import { askingProvider } from '#accounts/onboarding/errors.ts'
import { ProviderRefused } from '#foundation/card-provider/errors.ts'
import type {
  ProviderBalance,
  ProviderPayout,
  ProviderTransaction,
} from '#foundation/card-provider/payouts.ts'
import { defineFailure, NotFound } from '#foundation/failures/failure.ts'
import type { Clock } from '#foundation/time/clock.ts'
import { boundedCache, roughSize } from '#foundation/values/bounded-cache.ts'
import type { Services } from '#registry/services.ts'

const listedAtOnce = 20
/** How many payouts are read in one request to add them up: Stripe's maximum. */
const summedAtOnce = 100
/** How many pages of transactions are read for one response. The CSV has no limit. */
const pagesAtMost = 10

/** An account's balance with its pending transactions. `waiting` is null if there are too many to read. */
export type BalanceRead = {
  readonly balances: readonly ProviderBalance[]
  readonly waiting: readonly ProviderTransaction[] | null
}

/** `isWhole` means that the list is complete. */
export type PayoutRead = {
  readonly payout: ProviderPayout
  readonly transactions: readonly ProviderTransaction[]
  readonly isWhole: boolean
}

/** Reads payouts from Stripe. Each response is cached for a minute. */
export function createPayoutReader({ provider, clock }: Pick<Services, 'provider' | 'clock'>) {
  const balances = createMemory<BalanceRead>(clock)
  const lists = createMemory<Awaited<ReturnType<typeof provider.listPayouts>>>(clock)
  const payouts = createMemory<PayoutRead>(clock)
  const recent = createMemory<readonly ProviderPayout[]>(clock)
  const booked = createMemory<readonly ProviderTransaction[] | null>(clock)

  async function readBalance(account: string): Promise<BalanceRead> {
    const found = await provider.retrieveBalance(account)
    const missing = new Map(found.map(({ currency, pending }) => [currency, pending]))
    const waiting: ProviderTransaction[] = []
    const isAll = () => [...missing.values()].every((amount) => amount === 0)
    // Pending transactions are the newest, so the list is complete once it adds up to Stripe's total.
    let after: string | undefined
    for (let page = 0; page < pagesAtMost && !isAll(); page += 1) {
      const { rows, hasMore } = await provider.listTransactions(account, { after })
      for (const one of rows) {
        if (!one.isPending) continue
        waiting.push(one)
        missing.set(one.currency, (missing.get(one.currency) ?? 0) - one.net)
      }
      after = rows.at(-1)?.id
      if (!hasMore) break
    }
    return { balances: found, waiting: isAll() ? waiting : null }
  }

  async function readPayout(account: string, id: string): Promise<PayoutRead> {
    const payout = await provider.retrievePayout(account, id)
    if (!payout.isAutomatic || !payout.isReconciled) return { payout, transactions: [], isWhole: true }
    const transactions: ProviderTransaction[] = []
    for (let page = 0; page < pagesAtMost; page += 1) {
      const { rows, hasMore } = await provider.listTransactions(account, {
        payout: id,
        after: transactions.at(-1)?.id,
      })
      transactions.push(...rows)
      if (!hasMore) return { payout, transactions, isWhole: true }
    }
    return { payout, transactions, isWhole: false }
  }

  async function readRecent(account: string, since: Date): Promise<readonly ProviderPayout[]> {
    const found: ProviderPayout[] = []
    for (let page = 0; page < pagesAtMost; page += 1) {
      const asked = { after: found.at(-1)?.id, limit: summedAtOnce }
      const { rows, hasMore } = await provider.listPayouts(account, asked)
      found.push(...rows)
      if (!hasMore || rows.some(({ arrivesAt }) => arrivesAt < since)) break
    }
    return found
  }

  async function readBooked(account: string, since: Date): Promise<readonly ProviderTransaction[] | null> {
    const transactions: ProviderTransaction[] = []
    for (let page = 0; page < pagesAtMost; page += 1) {
      const after = transactions.at(-1)?.id
      const { rows, hasMore } = await provider.listTransactions(account, { since, after })
      transactions.push(...rows)
      if (!hasMore) return transactions
    }
    return null
  }

  return {
    /** Balance transactions since this time, newest first, or null if there are too many to read. */
    readBooked: (account: string, since: Date) =>
      asking(() => booked(`${account} ${since.toISOString()}`, () => readBooked(account, since))),

    readBalance: (account: string) => asking(() => balances(account, () => readBalance(account))),

    readPayouts: (account: string, after: string | undefined) =>
      asking(() =>
        lists(`${account} ${after ?? ''}`, () =>
          provider.listPayouts(account, { after, limit: listedAtOnce }),
        ),
      ),

    /** Payouts that arrive at this time or later, and some earlier ones. */
    readRecent: (account: string, since: Date) =>
      asking(() => recent(`${account} ${since.toISOString()}`, () => readRecent(account, since))),

    readPayout: (account: string, id: string) =>
      asking(() => payouts(`${account} ${id}`, () => readPayout(account, id))),

    /** Throws `NotFound` if the account has no such payout. */
    findPayout: (account: string, id: string) => asking(() => provider.retrievePayout(account, id)),

    /** All of a payout's transactions, read page by page as they are consumed. */
    async *readTransactions(account: string, id: string): AsyncGenerator<readonly ProviderTransaction[]> {
      let after: string | undefined
      for (;;) {
        const page = { payout: id, after }
        const { rows, hasMore } = await asking(() => provider.listTransactions(account, page))
        yield rows
        after = rows.at(-1)?.id
        if (!hasMore) return
      }
    },
  }
}

export type PayoutReader = ReturnType<typeof createPayoutReader>

/** Translates Stripe's rejections. A disconnected account has no payouts to show. */
async function asking<T>(calls: () => Promise<T>): Promise<T> {
  try {
    return await askingProvider(calls)
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    throw error.code === 'resource_missing' ? new NotFound() : new NoAccount()
  }
}

/** The seller has no connected account, or it was disconnected. */
export class NoAccount extends defineFailure(
  'no_account',
  409,
  msg('Connect your Stripe account to see payouts.'),
) {}

/** How long responses are cached, in milliseconds, and their total size limit, in bytes. */
const lifetime = 60_000
const room = 8 * 1024 * 1024
/** The size counted for a response that is still pending. */
const sizeBefore = 1_000

/** Caches the newest responses for a minute. Simultaneous callers share a pending response. Failures are not cached. */
function createMemory<T>(clock: Clock) {
  const answers = boundedCache<string, { readonly until: number; readonly answer: Promise<T> }>({
    bytes: room,
    lifetime,
  })

  return async function remember(key: string, ask: () => Promise<T>): Promise<T> {
    const now = clock.now().getTime()
    const known = answers.get(key)
    if (known !== undefined && known.until > now) return known.answer
    const answer = ask()
    const cached = { until: now + lifetime, answer }
    answers.set(key, cached, { size: sizeBefore })
    try {
      const answered = await answer
      if (answers.peek(key) === cached) answers.set(key, cached, { size: sizeBefore + roughSize(answered) })
      return answered
    } catch (error) {
      if (answers.peek(key) === cached) answers.delete(key)
      throw error
    }
  }
}
