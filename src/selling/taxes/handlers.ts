import { sql } from 'kysely'
import { msg } from '#foundation/language/t.ts'
import { OutcomeUnknown, ProviderUnreachable } from '#foundation/card-provider/errors.ts'
import { defineFailure, InvalidFields } from '#foundation/failures/failure.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import type { Services } from '#registry/services.ts'
import { type FormUse, serveCatalogItems } from '#selling/catalog/serve-catalog-items.ts'
import { chargedRate, type taxesContract } from './contract.ts'
import { findAccount, storedTaxes } from './store.ts'

export function taxesHandlers(services: Services, use: FormUse): Handlers<typeof taxesContract> {
  const { db, provider } = services
  const taxes = serveCatalogItems(services, storedTaxes, use, describeTax)
  return {
    async listTaxes({ caller, query }) {
      const { active } = query
      return taxes.list({ caller, query }, active === undefined ? undefined : sql`active = ${active}`)
    },

    getTax: taxes.read,
    deleteTax: taxes.remove,

    async createTax({ caller, body }) {
      const percentage = String(body.percentage)
      const texts = JSON.stringify(body.texts)
      return describeTax(await storedTaxes.insert(db, caller.sellerId, { ...body, percentage, texts }))
    },

    updateTax: async (given) =>
      taxes.update(given, async (tx, stored, forms) => {
        const { caller, body } = given
        const percentage = body.percentage === undefined ? undefined : String(body.percentage)
        const field = rateFields.find((name) => body[name] !== undefined)
        if (field !== undefined) {
          const tax = chargedRate({
            percentage: body.percentage ?? stored.percentage,
            inclusive: body.inclusive ?? stored.inclusive,
            active: body.active ?? stored.active,
          })
          const problem = await use.chargeProblem(tx, caller.sellerId, forms, { tax })
          if (problem !== null) throw new InvalidFields({ [field]: problem })
        }
        return { ...body, percentage, texts: body.texts && JSON.stringify(body.texts) }
      }),

    async readTaxStatus({ caller }) {
      const account = await findAccount(db, caller.sellerId)
      if (account === null) return { status: 'pending', missing: [] }
      try {
        return await provider.retrieveTaxSettings(account)
      } catch (error) {
        const isSilent = error instanceof OutcomeUnknown || error instanceof ProviderUnreachable
        throw isSilent ? new TaxStatusUnknown(error) : error
      }
    },
  }
}

/** The fields that change what buyers are charged. */
const rateFields = ['percentage', 'inclusive', 'active'] as const

/** The percentage is stored as exact decimal text. */
export function describeTax<Row extends { readonly percentage: string }>(row: Row) {
  return { ...row, percentage: Number(row.percentage) }
}

class TaxStatusUnknown extends defineFailure(
  'tax_status_unknown',
  503,
  msg('Your account’s tax settings could not be loaded. Try again later'),
  { retryAfter: 30 },
) {
  constructor(cause: unknown) {
    super()
    this.cause = cause
  }
}
