import { z } from 'zod'
import { forbidden, invalidRequest } from '#api/errors.ts'
import { operation, pathId, type Context, type Operation } from '#api/operation.ts'
import { boolean, countryCode, email, emptyable, metadata, text, url } from '#api/params.ts'
import { newId } from '#ids.ts'
import { checkCurrency } from '#payments/currencies.ts'
import { mergeMetadata } from '#store/merge-metadata.ts'
import { platformAccount } from '#world.ts'
import { currencyOfCountry } from './countries.ts'
import { firstRequirements } from './onboarding.ts'
import type { AccountRecord } from './records.ts'
import { renderAccount } from './render-account.ts'

const requested = z.strictObject({ requested: boolean })
const capabilities = z.strictObject({ card_payments: requested.optional(), transfers: requested.optional() })

const controller = z.strictObject({
  fees: z.strictObject({ payer: z.enum(['account', 'application']) }).optional(),
  losses: z.strictObject({ payments: z.enum(['application', 'stripe']) }).optional(),
  requirement_collection: z.enum(['application', 'stripe']).optional(),
  stripe_dashboard: z.strictObject({ type: z.enum(['express', 'full', 'none']) }).optional(),
})

const create = operation({
  method: 'POST',
  path: '/v1/accounts',
  params: z.strictObject({
    email: email.optional(),
    business_type: z.enum(['company', 'government_entity', 'individual', 'non_profit']).optional(),
    business_profile: z.strictObject({ name: text.optional(), url: url.optional() }).optional(),
    capabilities: capabilities.optional(),
    default_currency: text.optional(),
    metadata: emptyable(metadata).optional(),
    country: countryCode.optional(),
    controller: controller.optional(),
    type: z.enum(['custom', 'express', 'standard']).optional(),
  }),
  run(context, params) {
    const { world } = context
    checkPlatform(context)
    if (params.type !== undefined && params.controller !== undefined) {
      throw invalidRequest('You may only specify one of these parameters: type, controller.')
    }
    const country = params.country ?? 'US'
    const type = params.type ?? (isStandard(params.controller) ? 'standard' : 'none')
    const account = world.store.accounts.put({
      id: newId('acct', 16),
      created: world.clock.now(),
      type: type === 'standard' && params.controller !== undefined ? 'none' : type,
      country,
      default_currency:
        params.default_currency === undefined
          ? currencyOfCountry(country)
          : checkCurrency(params.default_currency, 'default_currency'),
      email: params.email ?? null,
      business_type: params.business_type ?? null,
      business_profile: {
        name: params.business_profile?.name ?? null,
        url: params.business_profile?.url ?? null,
      },
      controller: {
        fees: params.controller?.fees?.payer ?? 'account',
        losses: params.controller?.losses?.payments ?? 'stripe',
        requirement_collection: params.controller?.requirement_collection ?? 'stripe',
        stripe_dashboard: params.controller?.stripe_dashboard?.type ?? 'full',
      },
      capabilities: Object.fromEntries(requestedIn(params.capabilities).map((name) => [name, 'inactive'])),
      details_submitted: false,
      charges_enabled: false,
      payouts_enabled: false,
      disabled_reason: 'requirements.past_due',
      currently_due: firstRequirements,
      tax_settings: 'pending',
      metadata: mergeMetadata({}, params.metadata),
    })
    return renderAccount(account)
  },
})

function isStandard(given: z.infer<typeof controller> | undefined): boolean {
  return given === undefined || given.stripe_dashboard?.type === 'full'
}

function requestedIn(given: z.infer<typeof capabilities> | undefined): string[] {
  return Object.entries(given ?? {}).flatMap(([name, wish]) => (wish?.requested ? [name] : []))
}

function checkPlatform(context: Context): void {
  if (context.account === platformAccount) return
  throw forbidden('Only the platform can manage connected accounts.')
}

/** The platform can read all accounts, and each account can read only itself. */
function visible(context: Context): AccountRecord {
  const id = pathId(context)
  const account = context.world.store.accounts.get(id)
  const isVisible = context.account === platformAccount || context.account === id
  if (account !== undefined && isVisible) return account
  throw forbidden(
    `The provided key does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`,
    'account_invalid',
  )
}

const retrieve = operation({
  method: 'GET',
  path: '/v1/accounts/{id}',
  params: z.strictObject({}),
  run: (context) => renderAccount(visible(context)),
})

export const accountOperations: Operation[] = [create, retrieve]
