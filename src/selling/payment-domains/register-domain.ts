import { ProviderRefused } from '#foundation/card-provider/errors.ts'
import type { DomainStatus } from '#foundation/card-provider/payment-method-domains.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Services } from '#registry/services.ts'
import { claimDueDomains, saveDomain, insertHosts, type PaymentDomainRow } from './store.ts'

const batch = 10
/**
 * How often a host is verified again, in seconds. A verification can lapse, because the file that proves a host to
 * Apple expires.
 */
const checkedAgain = 7 * 24 * 60 * 60
const firstDelay = 5 * 60
const longestDelay = 24 * 60 * 60

/** Registers a host with an account, and stores its status. */
export async function registerDomain(
  { db, clock, provider, log }: Services,
  account: string,
  domain: string,
  tries = 0,
): Promise<Omit<PaymentDomainRow, 'checkCount'>> {
  const status = await askProvider(provider, account, domain)
  const now = clock.now()
  const delay = status === 'active' ? checkedAgain : Math.min(firstDelay * 2 ** tries, longestDelay)
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

/** A host that Stripe rejects, such as one that is not public, counts as inactive. */
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

/** Registers the hosts that are due, one by one. Failures are retried. Returns how many were due. */
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
