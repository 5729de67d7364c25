import type { Kysely } from 'kysely'
import { OutcomeUnknown, ProviderUnreachable } from '#foundation/card-provider/errors.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { TaxMode } from '#foundation/db/tables/taxes.ts'
import { InvalidFields } from '#foundation/failures/failure.ts'
import { t } from '#foundation/language/t.ts'
import { isProviderMode } from '#payments/pricing/tax-modes.ts'
import type { Services } from '#registry/services.ts'

type Sold = { readonly priceType: 'OneTimePrice' | 'RecurringPrice'; readonly state?: string }

/** Stripe Tax does not calculate renewals here, so a form with a recurring price cannot use it. */
export function recurringTaxProblem(taxMode: TaxMode, prices: readonly Sold[]): Record<string, string> {
  const recurs = prices.some(({ priceType, state }) => priceType === 'RecurringPrice' && state !== 'retired')
  return isProviderMode(taxMode) && recurs
    ? {
        taxMode: t(
          'Stripe Tax is only for one-time prices. Choose another tax, or remove the recurring price.',
        ),
      }
    : {}
}

/**
 * Throws unless the tax settings of the shop's Stripe account are complete. Asked only when a form begins to use Stripe
 * Tax, and never in a transaction.
 */
export async function checkProviderTax(
  { db, provider }: Pick<Services, 'db' | 'provider'>,
  sellerId: string,
  given: TaxMode | undefined,
  findPresent: () => Promise<TaxMode>,
): Promise<void> {
  if (given === undefined || !isProviderMode(given) || isProviderMode(await findPresent())) return
  const account = await findAccount(db, sellerId)
  if (account === null) throw new InvalidFields({ taxMode: t('Connect your Stripe account first') })
  const { status } = await settingsOf(provider, account)
  if (status !== 'active')
    throw new InvalidFields({ taxMode: t('Stripe Tax is not set up in your Stripe account') })
}

async function findAccount(db: Kysely<Database>, sellerId: string): Promise<string | null> {
  const seller = await db
    .selectFrom('sellersView')
    .select('stripeAccountId')
    .where('id', '=', sellerId)
    .executeTakeFirst()
  return seller?.stripeAccountId ?? null
}

async function settingsOf(provider: Services['provider'], account: string) {
  try {
    return await provider.retrieveTaxSettings(account)
  } catch (error) {
    const isSilent = error instanceof OutcomeUnknown || error instanceof ProviderUnreachable
    if (!isSilent) throw error
    throw new InvalidFields({
      taxMode: t('Your account’s tax settings could not be loaded. Try again later'),
    })
  }
}
