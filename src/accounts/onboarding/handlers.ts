import { msg, say, type Message } from '#foundation/language/t.ts'
import { saveAccountCountry, saveAccountId, savePaymentMethods } from '#accounts/people/change-seller.ts'
import { heldUntil } from '#accounts/team/handover.ts'
import { may } from '#foundation/http/contract/caller.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { Services } from '#registry/services.ts'
import { connectRight, type onboardingContract } from './contract.ts'
import { askingProvider } from './errors.ts'
import {
  onboardingStateOf,
  saveOnboardingState,
  markDisconnected,
  orDisconnected,
} from './onboarding-state.ts'
import { findSeller } from './store.ts'

const nothingAsked = { redirect_url: null, missing: [], missingBy: null, isDisconnected: false }

/** `publicUrl` is where Stripe's page sends the seller back. */
export function onboardingHandlers(
  services: Services,
  publicUrl: string,
): Handlers<typeof onboardingContract> {
  const { db, provider, clock } = services
  return {
    checkAccountBoarding: ({ caller }) =>
      askingProvider(async () => {
        const seller = await findSeller(db, caller.sellerId, caller.userId)
        // Only members with permission for billing decide where the money goes; the others see the state. The link can
        // change where the money goes, so a stolen token is not enough to get it.
        const isTokenAlone = caller.proof === 'none'
        const until = await heldUntil(db, caller.sellerId, clock.now())
        const mayConnect = may(caller, connectRight.entity, connectRight.verb)
        if (seller.stripeAccountId === null && !mayConnect)
          return { ...nothingAsked, status: 'uncompleted' as const, heldUntil: null }
        const account =
          seller.stripeAccountId === null
            ? await provider.createAccount(seller)
            : await orDisconnected(provider.retrieveAccount(seller.stripeAccountId))
        if (account === 'disconnected') {
          if (seller.stripeAccountId !== null) await markDisconnected(services, seller.stripeAccountId)
          return { ...nothingAsked, status: 'restricted' as const, isDisconnected: true, heldUntil: null }
        }
        if (seller.stripeAccountId === null) await saveAccountId(db, seller.id, account.id)
        const status = onboardingStateOf(account)
        await saveAccountCountry(db, account.id, account.country)
        await savePaymentMethods(db, account.id, account.paymentMethods)
        if (status !== caller.onboardingStatus) await saveOnboardingState(services, account.id, status)
        const missing = missingWords(account.requirements)
        // A seller who returns after finishing onboarding has no form yet. One who returns after an update may have
        // many.
        const came = caller.onboardingStatus === 'uncompleted' ? 'return' : 'update'
        const redirectUrl =
          (status === 'completed' && missing.length === 0) ||
          !mayConnect ||
          isTokenAlone ||
          until !== undefined
            ? null
            : await provider.createOnboardingLink(account.id, {
                return: `${publicUrl}/billing?onboarding=${came}`,
                refresh: `${publicUrl}/billing?onboarding=refresh`,
              })
        const missingBy = account.requiredBy?.toISOString() ?? null
        return {
          status,
          redirect_url: redirectUrl,
          missing,
          missingBy,
          isDisconnected: false,
          heldUntil: until?.toISOString() ?? null,
        }
      }),
  }
}

/** Stripe's requirements in words for sellers. The first match counts. */
const words: readonly (readonly [RegExp, Message])[] = [
  [/^external_account/, msg('A bank account for payouts')],
  [/verification\.(additional_)?document/, msg('A photo of your ID')],
  [/^tos_acceptance/, msg('Accepting Stripe’s terms')],
  [/^business_type/, msg('Whether you are an individual or a company')],
  [/^business_profile\.(url|product_description|mcc)/, msg('What you sell, and where')],
  [/^business_profile/, msg('Details of your business')],
  [
    /^(settings\.payments\.)?statement_descriptor|^settings/,
    msg('The name buyers see on their card statement'),
  ],
  [/^(owners|directors|executives|representative|person_)/, msg('Details of the people behind the business')],
  [/^company/, msg('Details of your company')],
  [/^individual\.(dob|first_name|last_name|id_number|ssn)/, msg('Your name and date of birth')],
  [/^individual\.address/, msg('Your address')],
  [/^individual/, msg('Details about you')],
]

/** The missing requirements of a connected account in plain words, without duplicates. */
function missingWords(requirements: readonly string[]): string[] {
  const found = requirements.map((name) =>
    say(words.find(([pattern]) => pattern.test(name))?.[1] ?? msg('A detail that Stripe will show you')),
  )
  return [...new Set(found)]
}
