import { msg } from '#foundation/language/t.ts'
import { askingProvider } from '#accounts/onboarding/errors.ts'
import { savePaymentMethods } from '#accounts/people/change-seller.ts'
import { defineFailure } from '#foundation/failures/failure.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { Services } from '#registry/services.ts'
import type { PaymentDomain, paymentDomainsContract } from './contract.ts'
import { registerDomain } from './register-domain.ts'
import { findAccount, listDomains, listUnknownHosts, type PaymentDomainRow } from './store.ts'

/** The maximum number of hosts per account. Up to a hundred sites can show its forms. */
const mostDomains = 200

/** The host `ownHost` serves the payment pages. */
export function paymentDomainsHandlers(
  services: Services,
  ownHost: string,
): Handlers<typeof paymentDomainsContract> {
  const { db } = services
  const describe = (row: Pick<PaymentDomainRow, 'domain' | 'status' | 'checkedAt'>): PaymentDomain => ({
    domain: row.domain,
    status: row.status,
    isOurs: row.domain === ownHost,
    checkedAt: row.checkedAt?.toISOString() ?? null,
  })
  return {
    async readWaysToPay({ caller }) {
      const account = await findAccount(db, caller.sellerId)
      const id = account?.stripeAccountId ?? null
      if (id === null) return { methods: null, domains: [] }
      const methods = account?.paymentMethods ?? (await readMethods(services, id))
      const known = (await listDomains(db, id)).map(describe)
      // A host that was just added is listed right away and registered within a minute.
      const coming = await listUnknownHosts(db, caller.sellerId, ownHost)
      const pending = coming.map((domain) => describe({ domain, status: 'pending', checkedAt: null }))
      return { methods, domains: [...known, ...pending] }
    },

    async registerDomain({ caller, body: { domain } }) {
      const account = (await findAccount(db, caller.sellerId))?.stripeAccountId ?? null
      if (account === null || caller.onboardingStatus === 'uncompleted') throw new AccountNotConnected()
      const known = await listDomains(db, account)
      if (known.length >= mostDomains && known.every((one) => one.domain !== domain)) {
        throw new TooManyDomains()
      }
      return describe(await askingProvider(() => registerDomain(services, account, domain)))
    },
  }
}

/** If an account was connected before payment methods were stored, they are read on request. */
async function readMethods({ db, provider }: Services, account: string): Promise<string[]> {
  const { paymentMethods } = await askingProvider(() => provider.retrieveAccount(account))
  await savePaymentMethods(db, account, paymentMethods)
  return [...paymentMethods]
}

class AccountNotConnected extends defineFailure(
  'account_not_connected',
  409,
  msg('Connect your Stripe account first'),
) {}

class TooManyDomains extends defineFailure('too_many_domains', 409, msg('No more sites can be registered')) {}
