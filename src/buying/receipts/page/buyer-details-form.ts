import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { editableUntil, saveBuyerDetails } from '#accounts/invoice-details/buyer-details.ts'
import { partyFields } from '#accounts/invoice-details/contract.ts'
import { type Party, partyLines } from '#accounts/invoice-details/party.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { TooManyRequests } from '#foundation/failures/failure.ts'
import { t } from '#foundation/language/t.ts'
import { enqueueCorrection } from '#payments/invoices/due-invoices.ts'
import { numberAsked } from '#payments/tax-numbers/check-number.ts'
import { hasConfirmedNumber, recordLateNumber } from '#payments/tax-numbers/record-number.ts'
import type { Services } from '#registry/services.ts'
import { wasPaid } from '#payments/purchases/purchase.ts'
import type { DetailsOnPage } from './purchase-data.ts'
import { purchasePath } from '#payments/purchases/records/purchase-url.ts'
import { writingOf } from '../mail/receipt-rows.ts'
import type { Receipt } from '../store.ts'

/** The rejected input, with the errors by field. */
export type RefusedDetails = {
  readonly values: Readonly<Record<string, string>>
  readonly errors: Readonly<Record<string, string>>
}
/** The result of saving invoice details: `late` if they were already final, undefined if nothing was sent. */
export type DetailsState = 'saved' | 'late' | RefusedDetails | undefined

const sentValues = z.record(z.string(), z.string()).catch({})
/** More bytes than the fields need even at their maximum length. */
export const longestDetails = 16 * 1024

/**
 * Until when the buyer can edit their invoice details. Undefined if the details are final or there is no separate
 * invoice.
 */
function openUntil({ paidAt, status, kind }: Receipt, now: Date): Date | undefined {
  if (paidAt === null || !wasPaid(status) || kind === 'offer') return undefined
  const until = editableUntil(paidAt)
  return now < until ? until : undefined
}

/** The buyer's invoice details and the form to edit them, or null if there is neither. */
export function describeDetails(
  receipt: Receipt,
  secret: string,
  now: Date,
  state: DetailsState,
): DetailsOnPage | null {
  const until = openUntil(receipt, now)
  const given = receipt.buyerDetails
  const lines = given === null ? [] : partyLines(given)
  if (until === undefined && lines.length === 0) return null
  const refused = typeof state === 'object' ? state : undefined
  return {
    lines,
    name: receipt.name,
    told: typeof state === 'object' ? 'refused' : (state ?? null),
    form:
      until === undefined
        ? null
        : {
            path: `${purchasePath(receipt, secret, '/invoice-details')}#invoice-details`,
            openUntil: writingOf(receipt).dayText(until),
            values: refused?.values ?? given ?? {},
            errors: refused?.errors ?? {},
          },
  }
}

/** Saves the form. Safe to repeat. Each change of an issued invoice makes two documents, so changes are limited. */
export async function takeDetails(
  { db, clock, limiter, log }: Services,
  receipt: Receipt,
  sent: unknown,
): Promise<Exclude<DetailsState, undefined>> {
  const now = clock.now()
  if (openUntil(receipt, now) === undefined) return 'late'
  const refuse = (errors: Readonly<Record<string, string>>) => ({ values: sentValues.parse(sent), errors })
  const party = partyFields.safeParse(sent)
  if (!party.success) return refuse(errorsOf(party.error))
  if (isDeepStrictEqual(party.data, receipt.buyerDetails)) return 'saved'
  const fixed = await findFixed(db, receipt, party.data)
  if (Object.keys(fixed).length > 0) return refuse(fixed)
  try {
    await limiter.take([{ rule: 'detailsOfPurchase', subject: receipt.id }])
  } catch (error) {
    if (!(error instanceof TooManyRequests)) throw error
    return refuse({ name: t('These details were changed too often today. Try again tomorrow.') })
  }
  await inTransaction(db, async (tx) => {
    await saveBuyerDetails(tx, receipt.id, party.data, now)
    await enqueueCorrection(tx, receipt.id, now)
    const number = lateNumber(receipt, party.data)
    if (number !== undefined) await recordLateNumber(tx, receipt.id, number, now)
  })
  log.info({ purchase: receipt.id }, 'invoice details of a buyer changed')
  return 'saved'
}

/**
 * The errors of changed fields that decided the tax: the country for a tax by country, and for a sale without tax also
 * the confirmed number and the name. Otherwise buyers could remove the facts that the seller's tax is based on.
 */
async function findFixed(
  db: Services['db'],
  { id, orderId, lines, buyerDetails }: Receipt,
  { country, taxNumber, name }: Party,
): Promise<Record<string, string>> {
  const taxCountry = lines[0]?.taxCountry ?? null
  if (taxCountry === null || buyerDetails === null) return {}
  const changed = [
    ...(country === taxCountry ? [] : ['country']),
    ...((await hasConfirmedNumber(db, orderId ?? id))
      ? [...(taxNumber === buyerDetails.taxNumber ? [] : ['taxNumber']), ...(name === null ? ['name'] : [])]
      : []),
  ]
  const error = t('The tax on this purchase depends on it, so you can no longer change it.')
  return Object.fromEntries(changed.map((field) => [field, error]))
}

/**
 * A business's VAT number that could have avoided the tax it paid, or undefined. A form that does not sell to
 * businesses returns no tax.
 */
function lateNumber(
  { kind, taxAmount, taxCalculation, lines, sellerDetails, sellsToBusinesses }: Receipt,
  { country, taxNumber }: Party,
) {
  const [line] = lines
  // Stripe would reverse only a part of a tax that it calculated.
  if (!sellsToBusinesses || taxCalculation !== null) return undefined
  if (kind !== 'order' || taxAmount === 0 || line?.taxCountry !== country) return undefined
  return numberAsked({
    sellerCountry: sellerDetails?.country ?? null,
    sellerTaxNumber: sellerDetails?.taxNumber ?? null,
    country,
    taxNumber,
  })
}

function errorsOf(error: z.ZodError): Record<string, string> {
  return Object.fromEntries(error.issues.map(({ path: [field], message }) => [String(field), message]))
}
