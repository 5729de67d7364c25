import type { z } from 'zod'
import { isCountry } from '#accounts/invoice-details/countries.ts'
import { currentLanguage } from '#foundation/language/t.ts'
import { languageAmong } from '#foundation/language/read-language.ts'
import { translateForm } from '#foundation/language/translations.ts'
import { isProviderMode } from '#payments/pricing/tax-modes.ts'
import { checkNumber } from '#payments/tax-numbers/check-number.ts'
import type { Services } from '#registry/services.ts'
import type { checkoutContract, PayFormBody } from '../contract.ts'
import { FormNotFound } from '../errors.ts'
import { checkPayable, issueQuote } from '../price/payable-form.ts'
import { loadForm, type StoredForm } from '../store.ts'
import { assessedBuyer, type Buyer } from './assessed-buyer.ts'

type Asked = z.output<typeof checkoutContract.readTax.body>
type TaxOnPage = z.input<typeof checkoutContract.readTax.ok.schema>
type TaxServices = Pick<Services, 'db' | 'config' | 'clock' | 'log' | 'limiter' | 'provider'>

/** Returns the tax on a form for a buyer, with a quote for that tax. */
export async function readTax(
  services: TaxServices,
  { form: formId, details }: Asked,
  network: string,
): Promise<TaxOnPage> {
  const { db, config, clock } = services
  const stored = await loadForm(db, formId)
  if (stored === undefined) throw new FormNotFound()
  const told = translateForm(stored, languageAmong(currentLanguage(), stored.languages))
  const { buyer, number, isUnchecked } = await taxedBuyer(services, stored, details, network)
  const form = checkPayable(told, buyer)
  const { tax, without } = form.pricing
  const quote = issueQuote(config.authSecret, form, form.pricing, new Set(), clock.now().getTime())
  return {
    tax,
    without: without ?? null,
    taxTitle: form.sale.tax?.title ?? null,
    quote,
    number:
      isUnchecked === true ? 'unchecked' : typeof number === 'string' ? number : (number?.status ?? null),
  }
}

/**
 * The facts about a buyer that decide a form's tax. A business's tax number is looked up in the register, and
 * unless confirmed there, the tax is charged.
 */
export async function taxedBuyer(
  services: TaxServices,
  form: StoredForm,
  details: PayFormBody['details'],
  network: string,
): Promise<Buyer> {
  const { taxMode, sellsToBusinesses, sellerCountry, sellerTaxNumber } = form
  const given = details?.country ?? null
  const isKnown = taxMode !== 'one_rate' && given !== null && isCountry(given)
  const country = isKnown ? given : null
  const isBusiness = sellsToBusinesses && details?.isBusiness === true
  const taxNumber = isBusiness ? (details.taxNumber ?? null) : null
  const asked = { sellerCountry, sellerTaxNumber, country, taxNumber }
  const number = await checkNumber(services, asked, network)
  const isVerified = number !== null && number !== 'malformed' && number.status === 'verified'
  const buyer = { country, isVerified }
  if (!isProviderMode(taxMode)) return { buyer, number }
  return assessedBuyer(services, form, { buyer, number }, details?.postalCode ?? null, network)
}
