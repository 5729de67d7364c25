import { completeAccount, openLink, useLink } from '#accounts/onboarding.ts'
import type { Courier } from '#events/courier.ts'
import type { Faults } from '#faults/faults.ts'
import { authenticate } from '#payments/authentications.ts'
import type { PaymentIntentRecord, SetupIntentRecord } from '#payments/records.ts'
import { amountDue } from '#billing/invoices/invoice-totals.ts'
import { platformAccount, type World } from '#world.ts'
import { controlView } from '#pages/control-view.ts'
import type {
  AccountDetails,
  AccountLink,
  Authentication,
  AuthenticationRequest,
  HostedInvoice,
  PagesWorld,
  Redirect,
} from '#pages/world.ts'

/** The part of the sandbox that its pages can use. Changes by a page are saved and their events sent immediately. */
export function pagesWorld(world: World, faults: Faults, courier: Courier): PagesWorld {
  const { store, clock, config } = world
  const change = (work: () => void): void => {
    store.transaction(work)
    courier.wake()
  }
  return {
    applicationOrigin: config.applicationOrigin,
    publishableKey: config.publishableKey,
    now: () => clock.now(),
    authentication: (request) => findAuthentication(world, request),
    redirect: (request) => findRedirect(world, request),
    decideRedirect: (request, isAuthorized) =>
      change(
        () =>
          void authenticate(world, {
            payment_intent: request.intentId,
            client_secret: request.clientSecret,
            outcome: isAuthorized ? 'complete' : 'fail',
          }),
      ),
    invoice: (invoiceId) => findInvoice(world, invoiceId),
    accountLink: (linkId) => findAccountLink(world, linkId),
    useAccountLink: (linkId) => change(() => void useLink(world, linkId)),
    completeAccount: (accountId, details) => change(() => finishOnboarding(world, accountId, details)),
    control: () => controlView(world, faults),
  }
}

function findAuthentication(world: World, request: AuthenticationRequest): Authentication | undefined {
  const { paymentIntents, setupIntents, paymentMethods } = world.store
  const payment = paymentIntents.get(request.intentId)
  const intent: PaymentIntentRecord | SetupIntentRecord | undefined =
    payment ?? setupIntents.get(request.intentId)
  if (intent === undefined || intent.client_secret !== request.clientSecret) return undefined
  return {
    isWaiting: intent.status === 'requires_action',
    businessName: nameOf(world, intent.account),
    amount: payment === undefined ? undefined : { value: payment.amount, currency: payment.currency },
    cardLast4: paymentMethods.get(intent.payment_method ?? '')?.card_number.slice(-4) || undefined,
  }
}

function findRedirect(world: World, request: AuthenticationRequest): Redirect | undefined {
  const authentication = findAuthentication(world, request)
  const intent = world.store.paymentIntents.get(request.intentId)
  if (authentication === undefined || intent === undefined) return undefined
  return { ...authentication, returnUrl: intent.return_url ?? undefined, status: intent.status }
}

function findInvoice(world: World, invoiceId: string): HostedInvoice | undefined {
  const invoice = world.store.invoices.get(invoiceId)
  if (invoice === undefined || invoice.status === 'draft') return undefined
  const intent = world.store.paymentIntents.get(invoice.payment_intent ?? '')
  const isWaiting = invoice.status === 'open' && intent?.status === 'requires_action'
  return {
    id: invoice.id,
    businessName: nameOf(world, invoice.account),
    amount: { value: amountDue(invoice), currency: invoice.currency },
    status: invoice.status,
    waitsFor: isWaiting
      ? { intentId: intent.id, clientSecret: intent.client_secret, accountId: invoice.account }
      : undefined,
  }
}

function nameOf(world: World, accountId: string): string {
  if (accountId === platformAccount) return 'The platform'
  const account = world.store.accounts.get(accountId)
  return account?.business_profile.name ?? account?.email ?? accountId
}

function findAccountLink(world: World, linkId: string): AccountLink | undefined {
  const link = world.store.accountLinks.get(linkId)
  const account = world.store.accounts.get(link?.account ?? '')
  if (link === undefined || account === undefined) return undefined
  return {
    isOpen: openLink(world, linkId) !== undefined,
    returnUrl: link.return_url,
    refreshUrl: link.refresh_url,
    accountId: account.id,
    businessName: account.business_profile.name ?? '',
    country: account.country,
    email: account.email ?? '',
  }
}

function finishOnboarding(world: World, accountId: string, details: AccountDetails): void {
  const account = world.store.accounts.get(accountId)
  if (account === undefined) return
  world.store.accounts.put({
    ...account,
    email: details.email || account.email,
    business_profile: {
      ...account.business_profile,
      name: details.businessName || account.business_profile.name,
    },
  })
  completeAccount(world, accountId)
}
