import { ProviderRefused } from '#foundation/card-provider/errors.ts'
import type { DomainStatus } from '#foundation/card-provider/payment-method-domains.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Services } from '#registry/services.ts'
import { claimDueDomains, saveDomain, insertHosts, type PaymentDomainRow } from './store.ts'

const batch = 10
/** What is shown may be withdrawn: the file that proves a host to Apple has an end. In seconds. */
const lookedAtAgain = 7 * 24 * 60 * 60
const firstDelay = 5 * 60
const longestDelay = 24 * 60 * 60

/** Registers a host with an account, and keeps how it stands. */
export async function registerDomain(
  { db, clock, provider, log }: Services,
  account: string,
  domain: string,
  tries = 0,
): Promise<Omit<PaymentDomainRow, 'checkCount'>> {
  const status = await askProvider(provider, account, domain)
  const now = clock.now()
  const delay = status === 'active' ? lookedAtAgain : Math.min(firstDelay * 2 ** tries, longestDelay)
  const row = {
    stripeAccountId: account,
    domain,
    status,
    checkedAt: now,
    nextCheckAt: secondsAfter(now, delay),
  }
  await saveDomain(db, row)
  log.info({ account, domain, status }, 'payment domain')
  return row
}

/** A host that the provider does not take at all, such as one that is not public, shows no wallets either. */
async function askProvider(
  provider: Services['provider'],
  account: string,
  domain: string,
): Promise<DomainStatus> {
  try {
    return await provider.registerDomain(account, domain)
  } catch (error) {
    if (error instanceof ProviderRefused) return 'inactive'
    throw error
  }
}

/** Registers what is due, each by itself: one that fails comes again. Answers how much there was. */
export async function registerDueDomains(services: Services, ownHost: string): Promise<number> {
  const { db, clock, log } = services
  const added = await insertHosts(db, ownHost, clock.now())
  const due = await claimDueDomains(db, clock.now(), batch)
  for (const { stripeAccountId, domain, checkCount } of due) {
    try {
      await registerDomain(services, stripeAccountId, domain, Math.min(checkCount, 10))
    } catch (error) {
      log.warn({ err: error, account: stripeAccountId, domain }, 'a payment domain was not registered')
    }
  }
  return added + due.length
}
