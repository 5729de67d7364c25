import { useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { useMay } from '#accounts/roles/ui/queries.ts'
import { SettingsSection } from '#web/kit/layout/section.tsx'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { useSavingForm } from '#accounts/identity/ui/use-saving-form.ts'
import { SellerForm } from '#web/kit/form/seller-form.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { TextInput, Textarea } from '#web/kit/form/text-input.tsx'
import { listCountries } from '#accounts/invoice-details/countries.ts'
import { invoiceDetailsContract, sellerDetailsFields, type SellerDetailsWire } from '../contract.ts'

/** The settings section with the seller's details; renders nothing without the right to the shop's billing. */
export function InvoiceDetails() {
  const may = useMay()
  const isShown = may?.('billing', 'read') ?? false
  const query = useQuery({
    queryKey: ['seller', 'invoice-details'],
    queryFn: ({ signal }) => call(invoiceDetailsContract.readSellerDetails, { signal }),
    enabled: isShown,
  })
  const { data } = query
  if (may !== undefined && !isShown) return null
  return (
    <SettingsSection
      title={t('Invoice details')}
      lead={t(
        'Your business details on invoices. Your address and tax number also appear on receipts and purchase pages. All of it is optional, and buyers see it.',
      )}
    >
      {data !== undefined ? (
        <InvoiceDetailsForm details={data} mayChange={may?.('billing', 'update') ?? false} />
      ) : (
        <NotLoaded query={query} label={t('Loading the invoice details')} blocks={['h-96']} />
      )}
    </SettingsSection>
  )
}

const countryOptions = () => [
  { value: '', label: t('Select a country') },
  ...listCountries().map(({ code, name }) => ({ value: code, label: name })),
]

type Props = {
  readonly details: SellerDetailsWire
  /** Without it the fields are read-only. */
  readonly mayChange: boolean
}

function InvoiceDetailsForm({ details, mayChange }: Props) {
  const queries = useQueryClient()
  const { form, errors, isBusy, onSubmit } = useSavingForm(
    sellerDetailsFields,
    invoiceDetailsMessages.failed(),
    async (body) => {
      await call(invoiceDetailsContract.saveSellerDetails, { body })
      await queries.invalidateQueries({ queryKey: ['seller', 'invoice-details'] })
      toast.success(invoiceDetailsMessages.saved())
      return false
    },
  )
  const field = (name: keyof typeof sellerDetailsFields.shape) => ({
    name,
    defaultValue: details[name] ?? '',
    error: errors[name],
    disabled: !mayChange,
  })
  return (
    <SellerForm
      label={t('Invoice details')}
      form={form}
      onSubmit={onSubmit}
      failure={errors.server}
      mayChange={mayChange}
      isBusy={isBusy}
      saveLabel={t('Save invoice details')}
      note={t('Applies to new payments. Past invoices do not change.')}
    >
      <TextInput
        {...field('name')}
        label={t('Legal or business name')}
        autoComplete="organization"
        maxLength={120}
        hint={t('Used on invoices only. If empty, we use “{shopName}”.', { shopName: details.shopName })}
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
      <div className="grid gap-5 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <TextInput
          {...field('postalCode')}
          label={t('Postal code')}
          autoComplete="postal-code"
          maxLength={20}
        />
        <TextInput {...field('city')} label={t('City')} autoComplete="address-level2" maxLength={80} />
      </div>
      <Select {...field('country')} label={t('Country')} autoComplete="country" options={countryOptions()} />
      <TextInput
        {...field('taxNumber')}
        label={t('Tax number')}
        maxLength={50}
        hint={t('For example, your VAT number. We print it exactly as entered.')}
      />
      <Textarea
        {...field('note')}
        label={t('Footer note')}
        maxLength={500}
        hint={t('Printed on every invoice. For example, your company registration or bank details.')}
      />
    </SellerForm>
  )
}

/** The toasts of the invoice details. */
const invoiceDetailsMessages = {
  saved: () => t('Invoice details saved'),
  failed: () => t('Something went wrong when saving the invoice details'),
} as const
