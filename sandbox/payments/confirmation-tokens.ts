import { z } from 'zod'
import { invalidRequest } from '#api/errors.ts'
import { operation, pathId, type Operation } from '#api/operation.ts'
import { url } from '#api/params.ts'
import { newId } from '#ids.ts'
import type { JsonObject } from '#json.ts'
import type { World } from '#world.ts'
import { find } from './find.ts'
import { futureUsageIn, type ConfirmParams } from './intents/payment-intent-params.ts'
import { newPaymentMethod, paymentMethodParams } from './payment-methods.ts'
import {
  wallets,
  type ConfirmationTokenRecord,
  type PaymentIntentRecord,
  type PaymentMethodRecord,
  type SetupIntentRecord,
} from './records.ts'
import { renderPaymentMethod } from './render-payment-method.ts'

const twelveHours = 12 * 3600

const futureUsage = z.enum(['off_session', 'on_session'])
const ofType = z.strictObject({ setup_future_usage: futureUsage.optional() }).optional()

/** The contents of the payment fields when the buyer pays. Only the fields in the browser can create such a token. */
const create = operation({
  method: 'POST',
  path: '/v1/confirmation_tokens',
  params: z.strictObject({
    payment_method_data: paymentMethodParams,
    payment_method_options: z.strictObject({ card: ofType, link: ofType, sepa_debit: ofType }).optional(),
    return_url: url.optional(),
    setup_future_usage: futureUsage.optional(),
    /** The card's wallet, which Stripe reads from the device's signature. */
    wallet: z.enum(wallets).optional(),
    /** The Link account that pays. Its email can differ from the one typed in the form. */
    link_account: z.email().optional(),
  }),
  publishable: true,
  undocumented: true,
  run(context, params) {
    const { world, account, keyKind } = context
    if (keyKind !== 'publishable') {
      throw invalidRequest('ConfirmationTokens are created in the browser, with a publishable key.')
    }
    const method = newPaymentMethod(world, account, params.payment_method_data)
    const token = world.store.confirmationTokens.put({
      id: newId('ctoken'),
      account,
      created: world.clock.now(),
      expires_at: world.clock.now() + twelveHours,
      method: {
        ...method,
        wallet: params.wallet ?? null,
        ...(method.type === 'link' && { link_account: params.link_account ?? method.link_account }),
      },
      return_url: params.return_url ?? null,
      setup_future_usage: params.setup_future_usage ?? null,
      future_usage_by_type: futureUsageIn(params.payment_method_options),
      payment_intent: null,
      setup_intent: null,
    })
    return renderConfirmationToken(token)
  },
})

function renderConfirmationToken(token: ConfirmationTokenRecord): JsonObject {
  const {
    id: _id,
    object: _object,
    created: _created,
    livemode: _mode,
    metadata: _metadata,
    ...preview
  } = renderPaymentMethod(token.method)
  return {
    id: token.id,
    object: 'confirmation_token',
    created: token.created,
    expires_at: token.expires_at,
    livemode: false,
    mandate_data: token.method.type === 'sepa_debit' ? agreedOnline : null,
    metadata: null,
    payment_intent: token.payment_intent,
    payment_method_options: null,
    payment_method_preview: preview,
    return_url: token.return_url,
    setup_future_usage: token.setup_future_usage,
    setup_intent: token.setup_intent,
    shipping: null,
    use_stripe_sdk: true,
  }
}

/** Debit fields show the terms that the buyer accepts by continuing. */
const agreedOnline = {
  customer_acceptance: { type: 'online', online: { ip_address: '127.0.0.1', user_agent: 'Sandbox' } },
}

/** The payment method from a token. @throws ApiError 400 for a used or expired token */
export function methodOfToken(world: World, account: string, id: string): PaymentMethodRecord {
  const token = find(world.store.confirmationTokens, account, id, 'confirmation_token', 'confirmation_token')
  if (token.payment_intent !== null || token.setup_intent !== null) {
    throw invalidRequest(`The ConfirmationToken '${id}' has already been used to confirm an intent.`, {
      param: 'confirmation_token',
    })
  }
  if (token.expires_at <= world.clock.now()) {
    throw invalidRequest(`The ConfirmationToken '${id}' has expired.`, { param: 'confirmation_token' })
  }
  return world.store.paymentMethods.put({ ...token.method, created: world.clock.now() })
}

/** Binds a token to the intent it confirms. Both must have been made for the same purpose. */
export function useToken(
  world: World,
  intent: PaymentIntentRecord,
  { confirmation_token: id }: Pick<ConfirmParams, 'confirmation_token'>,
): ConfirmationTokenRecord | undefined {
  if (id === undefined) return undefined
  const token = find(world.store.confirmationTokens, intent.account, id, 'confirmation_token')
  if (token.setup_future_usage !== intent.setup_future_usage) {
    throw differs('setup_future_usage', intent.setup_future_usage, token.setup_future_usage)
  }
  const { type } = token.method
  const [asked, made] = [intent.future_usage_by_type[type], token.future_usage_by_type[type]]
  if (asked !== made) {
    throw differs(`payment_method_options[${type}][setup_future_usage]`, asked ?? null, made ?? null)
  }
  return world.store.confirmationTokens.put({ ...token, payment_intent: intent.id })
}

/** Binds a token to an intent that saves a method without a charge. */
export function useTokenForSetup(world: World, intent: SetupIntentRecord, id: string): void {
  const token = find(world.store.confirmationTokens, intent.account, id, 'confirmation_token')
  if (token.setup_future_usage !== intent.usage) {
    throw differs('setup_future_usage', intent.usage, token.setup_future_usage)
  }
  world.store.confirmationTokens.put({ ...token, setup_intent: intent.id })
}

function differs(param: string, given: string | null, made: string | null) {
  return invalidRequest(
    `The provided ${param} (${given ?? 'none'}) does not match the ${param} of the ConfirmationToken (${made ?? 'none'}). Give the same to Elements and to the intent.`,
    { param },
  )
}

const retrieve = operation({
  method: 'GET',
  path: '/v1/confirmation_tokens/{id}',
  params: z.strictObject({}),
  run: (context) =>
    renderConfirmationToken(
      find(context.world.store.confirmationTokens, context.account, pathId(context), 'confirmation_token'),
    ),
})

export const confirmationTokenOperations: Operation[] = [create, retrieve]
