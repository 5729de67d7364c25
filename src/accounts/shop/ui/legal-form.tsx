import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { toast } from 'sonner'
import { t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { useSavingForm } from '#accounts/identity/ui/use-saving-form.ts'
import {
  invoiceDetailsContract,
  sellerDetailsFields,
  type SellerDetailsWire,
} from '#accounts/invoice-details/contract.ts'
import { listCountries } from '#accounts/invoice-details/countries.ts'
import type { Party } from '#accounts/invoice-details/party.ts'
import { plainTaxNumber } from '#foundation/typed/read-tax-number.ts'
import { readVatNumber } from '#foundation/typed/vat-number.ts'
import { euMembers } from '#foundation/values/european-countries.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { SettingsForm } from '#web/kit/form/settings-form.tsx'
import { TextInput, Textarea } from '#web/kit/form/text-input.tsx'
import { Section, WithPreview } from '#web/kit/layout/section.tsx'
import { type Shop, shopContract, shopFields } from '../contract.ts'
import { shopQuery } from './queries.ts'
import { SellerPreview } from './seller-preview.tsx'

const detailsQuery = {
  queryKey: ['seller', 'invoice-details'],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    call(invoiceDetailsContract.readSellerDetails, { signal }),
}

/**
 * The shop's terms, and the seller's details on its invoices. `numberState` says what is known about the saved tax
 * number.
 */
export function Legal({ numberState }: { readonly numberState: ReactNode }) {
  const shop = useQuery(shopQuery)
  const details = useQuery(detailsQuery)
  if (shop.data !== undefined && details.data !== undefined)
    return <LegalForm shop={shop.data} details={details.data} numberState={numberState} />
  return (
    <NotLoaded
      query={shop.data === undefined ? shop : details}
      label={t('Loading the invoice details')}
      blocks={['h-40', 'h-96']}
    />
  )
}

const legalFields = sellerDetailsFields.extend({ termsUrl: shopFields.shape.termsUrl })

const countryOptions = () => [
  { value: '', label: t('Select a country') },
  ...listCountries().map(({ code, name }) => ({ value: code, label: name })),
]

type Props = { readonly shop: Shop; readonly details: SellerDetailsWire; readonly numberState: ReactNode }

function LegalForm({ shop, details, numberState }: Props) {
  const queries = useQueryClient()
  const mayChange = useMayCall()(invoiceDetailsContract.saveSellerDetails)
  const [storedTerms, setStoredTerms] = useState(shop.termsUrl)
  const saving = useSavingForm(
    legalFields,
    t('Something went wrong when saving the legal details'),
    async ({ termsUrl, ...body }) => {
      if (termsUrl !== storedTerms) {
        await call(shopContract.saveShop, { body: { termsUrl } })
        setStoredTerms(termsUrl)
      }
      await call(invoiceDetailsContract.saveSellerDetails, { body })
      // The country decides how the shop's prices are formatted.
      await queries.invalidateQueries({ queryKey: ['seller'] })
      toast.success(t('Legal details saved'))
      return false
    },
  )
  const { errors } = saving
  const [typed, setTyped] = useState<Typed>(details)
  const isSaved =
    typed.country === details.country && plainTaxNumber(typed.taxNumber ?? '') === (details.taxNumber ?? '')
  const field = (name: keyof typeof sellerDetailsFields.shape) => ({
    name,
    defaultValue: details[name] ?? '',
    error: errors[name],
    disabled: !mayChange,
  })
  return (
    <SettingsForm {...saving} label={t('Legal')} mayChange={mayChange} saveLabel={t('Save legal details')}>
      <Section title={t('Terms')} lead={t('Used on every form that has no terms link of its own.')}>
        <TextInput
          label={t('Terms link')}
          name="termsUrl"
          type="url"
          inputMode="url"
          maxLength={2048}
          placeholder="https://"
          defaultValue={shop.termsUrl ?? ''}
          error={errors.termsUrl}
          disabled={!mayChange}
        />
      </Section>
      <Section
        title={t('Invoice details')}
        lead={t(
          'Your business details for new invoices; past invoices do not change. Your address and tax number also appear on receipts and purchase pages. Everything is optional.',
        )}
      >
        <WithPreview
          preview={
            <SellerPreview seller={{ ...typed, name: typed.name ?? details.shopName }} note={typed.note} />
          }
        >
          {/* The fields keep their own text, and the preview follows it. */}
          <div className="contents" onInput={({ currentTarget }) => setTyped(typedIn(currentTarget))}>
            <TextInput
              {...field('name')}
              label={t('Legal or business name')}
              autoComplete="organization"
              maxLength={120}
              hint={t('Used on invoices only. If empty, we use “{shopName}”.', {
                shopName: details.shopName,
              })}
            />
            <TextInput
              {...field('addressLine1')}
              label={t('Address')}
              autoComplete="address-line1"
              maxLength={120}
            />
            <TextInput
              {...field('addressLine2')}
              label={t('Address line 2')}
              autoComplete="address-line2"
              maxLength={120}
            />
            <div className="grid gap-5 sm:grid-cols-[8rem_minmax(0,1fr)]">
              <TextInput
                {...field('postalCode')}
                label={t('Postal code')}
                autoComplete="postal-code"
                maxLength={20}
              />
              <TextInput {...field('city')} label={t('City')} autoComplete="address-level2" maxLength={80} />
            </div>
            <div className="grid items-start gap-5 sm:grid-cols-2">
              <Select
                {...field('country')}
                label={t('Country')}
                autoComplete="country"
                options={countryOptions()}
              />
              <div className="grid gap-2">
                <TextInput
                  {...field('taxNumber')}
                  label={t('Tax number')}
                  maxLength={50}
                  hint={t('For example, your VAT number. We print it exactly as entered.')}
                />
                <div role="status" className="text-sm empty:hidden">
                  {isSaved ? numberState : formatText(typed)}
                </div>
              </div>
            </div>
            <Textarea
              {...field('note')}
              label={t('Footer note')}
              maxLength={500}
              hint={t('Printed on every invoice. For example, your company registration or bank details.')}
            />
          </div>
        </WithPreview>
      </Section>
    </SettingsForm>
  )
}

/**
 * Whether the typed number is one of the EU country's VAT numbers, or null if there are none. A tax number of another
 * kind is allowed, so this is not an error.
 */
function formatText({ country, taxNumber }: Typed): string | null {
  if (country === null || taxNumber === null || !euMembers.has(country)) return null
  return readVatNumber(taxNumber, country) === undefined
    ? t('This is not a VAT number of this country, so business buyers are charged tax.')
    : t('This is checked with the EU’s register when you save it.')
}

type Typed = Party & { readonly note: string | null }

/** The current text of the fields. Empty ones are null. */
function typedIn(part: HTMLElement): Typed {
  const data = new FormData(part.closest('form') ?? undefined)
  const text = (name: string) => {
    const value = data.get(name)
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
  }
  return {
    name: text('name'),
    addressLine1: text('addressLine1'),
    addressLine2: text('addressLine2'),
    postalCode: text('postalCode'),
    city: text('city'),
    country: text('country'),
    taxNumber: text('taxNumber'),
    note: text('note'),
  }
}
