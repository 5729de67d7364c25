import type { z } from 'zod'
import { isCountry } from '#accounts/invoice-details/countries.ts'
import { currentLanguage } from '#foundation/language/t.ts'
import { languageAmong } from '#foundation/language/read-language.ts'
import { translateForm } from '#foundation/language/translations.ts'
import type { TaxedBuyer } from '#payments/pricing/tax-for.ts'
import type { Services } from '#registry/services.ts'
import type { checkoutContract, PayFormBody } from '../contract.ts'
import { FormNotFound } from '../errors.ts'
import { checkPayable, issueQuote } from '../price/payable-form.ts'
import { loadForm, type StoredForm } from '../store.ts'

type Asked = z.output<typeof checkoutContract.readTax.body>
type TaxOnPage = z.input<typeof checkoutContract.readTax.ok.schema>

/** How a form is taxed for a buyer, with a quote that holds for it. */
export async function readTax(
  services: Pick<Services, 'db' | 'config' | 'clock'>,
  { form: formId, details }: Asked,
): Promise<TaxOnPage> {
  const { db, config, clock } = services
  const stored = await loadForm(db, formId)
  if (stored === undefined) throw new FormNotFound()
  const told = translateForm(stored, languageAmong(currentLanguage(), stored.languages))
  const form = checkPayable(told, taxedBuyer(stored, details))
  const { tax, without } = form.pricing
  const quote = issueQuote(config.authSecret, form, form.pricing, new Set(), clock.now().getTime())
  return { tax, without: without ?? null, taxTitle: form.sale.tax?.title ?? null, quote }
}

/** The buyer as far as a form's tax goes. */
export function taxedBuyer(
  { taxMode }: Pick<StoredForm, 'taxMode'>,
  details: PayFormBody['details'],
): TaxedBuyer {
  const country = details?.country ?? null
  const isKnown = taxMode === 'by_country' && country !== null && isCountry(country)
  return { country: isKnown ? country : null, isVerified: false }
}
