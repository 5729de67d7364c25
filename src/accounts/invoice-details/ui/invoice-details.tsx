import { useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
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

/** The section of the settings about who sells; nothing for whom the shop's billing is none of their business. */
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
      title="Invoice details"
      lead="Who sells, as invoices say it. Receipts and purchase pages have the address and tax number beside your shop’s name. All of it is optional, and buyers see it."
    >
      {data !== undefined ? (
        <InvoiceDetailsForm details={data} mayChange={may?.('billing', 'update') ?? false} />
      ) : (
        <NotLoaded query={query} label="Loading the invoice details" blocks={['h-96']} />
      )}
    </SettingsSection>
  )
}

const countryOptions = [
  { value: '', label: 'Not given' },
  ...listCountries().map(({ code, name }) => ({ value: code, label: name })),
]

type Props = {
  readonly details: SellerDetailsWire
  /** Without it the fields can be read. */
  readonly mayChange: boolean
}

function InvoiceDetailsForm({ details, mayChange }: Props) {
  const queries = useQueryClient()
  const { form, errors, isBusy, onSubmit } = useSavingForm(
    sellerDetailsFields,
    invoiceDetailsMessages.failed,
    async (body) => {
      await call(invoiceDetailsContract.saveSellerDetails, { body })
      await queries.invalidateQueries({ queryKey: ['seller', 'invoice-details'] })
      toast.success(invoiceDetailsMessages.saved)
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
      label="Invoice details"
      form={form}
      onSubmit={onSubmit}
      failure={errors.server}
      mayChange={mayChange}
      isBusy={isBusy}
      saveLabel="Save invoice details"
      note="Applies to payments from now on. Invoices of earlier payments stay as they are."
    >
      <TextInput
        {...field('name')}
        label="Legal or business name"
        autoComplete="organization"
        maxLength={120}
        hint={`On invoices only. Without it, they say “${details.shopName}”.`}
      />
      <TextInput {...field('addressLine1')} label="Address" autoComplete="address-line1" maxLength={120} />
      <TextInput
        {...field('addressLine2')}
        label="Address, second line"
        autoComplete="address-line2"
        maxLength={120}
      />
      <div className="grid gap-5 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <TextInput {...field('postalCode')} label="Postal code" autoComplete="postal-code" maxLength={20} />
        <TextInput {...field('city')} label="City" autoComplete="address-level2" maxLength={80} />
      </div>
      <Select {...field('country')} label="Country" autoComplete="country" options={countryOptions} />
      <TextInput
        {...field('taxNumber')}
        label="Tax number"
        maxLength={50}
        hint="Such as your VAT number. It is printed as you type it and not checked."
      />
      <Textarea
        {...field('note')}
        label="Footer note"
        maxLength={500}
        hint="Printed on every invoice, such as your company register or bank details."
      />
    </SellerForm>
  )
}

/** The texts of the toasts about what invoices say. */
const invoiceDetailsMessages = {
  saved: 'Invoice details saved',
  failed: 'Something went wrong when saving the invoice details',
} as const
