import { type Message, msg, say, t } from '#foundation/language/t.ts'
import { listCountries } from '#accounts/invoice-details/countries.ts'
import { LiveError } from '#web/kit/feedback/live-error.tsx'
import type { DetailsFormData, DetailsOnPage } from '../page/purchase-data.ts'
import { Panel } from './receipt-section.tsx'

/** The buyer's invoice details and the form to edit them, which needs no script. */
export function InvoiceDetails({ lines, name, told, form }: DetailsOnPage) {
  return (
    <Panel id="invoice-details" title={t('Invoice details')}>
      {told !== null && <Told told={told} />}
      {lines.length === 0 ? (
        <p className="text-muted">{t('Billed to {name}.', { name })}</p>
      ) : (
        <address className="grid not-italic">
          {lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
      )}
      {form !== null && (
        <details open={told === 'refused'} className="print:hidden">
          <summary className="text-accent cursor-pointer py-1">
            {lines.length === 0 ? t('Add a company, address or tax number') : t('Edit')}
          </summary>
          <DetailsForm {...form} />
        </details>
      )}
    </Panel>
  )
}

const outcomes = {
  saved: msg('Saved. Your invoice has been updated.'),
  late: msg('This invoice can no longer be changed.'),
  refused: msg('Not saved yet. Check the highlighted fields.'),
} as const

function Told({ told }: { readonly told: keyof typeof outcomes }) {
  const isGood = told === 'saved'
  return (
    <p role={isGood ? 'status' : 'alert'} className={isGood ? 'text-success' : 'text-danger'}>
      {say(outcomes[told])}
    </p>
  )
}

type Field = {
  readonly name: string
  readonly label: Message
  readonly maximum: number
  readonly autoComplete: string
  /** Whether the field shares its line with another one if there is enough room. */
  readonly isHalf?: boolean
}

const before: readonly Field[] = [
  { name: 'name', label: msg('Company or name'), maximum: 120, autoComplete: 'organization' },
  { name: 'addressLine1', label: msg('Address'), maximum: 120, autoComplete: 'address-line1' },
  { name: 'addressLine2', label: msg('Address, second line'), maximum: 120, autoComplete: 'address-line2' },
  { name: 'postalCode', label: msg('Postal code'), maximum: 20, autoComplete: 'postal-code', isHalf: true },
  { name: 'city', label: msg('City'), maximum: 80, autoComplete: 'address-level2', isHalf: true },
]
const after: Field = { name: 'taxNumber', label: msg('Tax number'), maximum: 50, autoComplete: 'off' }

function DetailsForm({ path, openUntil, values, errors }: DetailsFormData) {
  const firstWrong = [...before, after].find(({ name }) => errors[name] !== undefined)?.name
  const field = (one: Field) => (
    <DetailsField
      key={one.name}
      field={one}
      value={values[one.name] ?? ''}
      error={errors[one.name] ?? null}
      isFirstWrong={one.name === firstWrong}
    />
  )
  return (
    <form method="post" action={path} className="mt-3 grid items-start gap-4 sm:grid-cols-2">
      {before.map(field)}
      <CountryField value={values['country'] ?? ''} error={errors['country'] ?? null} />
      {field(after)}
      <p className="text-muted text-sm sm:col-span-full">
        {t('You can edit these details until {day}. After that, the invoice can no longer be changed.', {
          day: openUntil,
        })}
      </p>
      <button type="submit" className="button-quiet justify-self-start px-5">
        {t('Save invoice details')}
      </button>
    </form>
  )
}

function CountryField({ value, error }: { readonly value: string; readonly error: string | null }) {
  return (
    <div className="grid gap-1.5 sm:col-span-full">
      <label htmlFor="details-country" className="text-sm font-medium">
        {t('Country')}
      </label>
      <select
        id="details-country"
        name="country"
        autoComplete="country"
        defaultValue={value}
        aria-invalid={error === null ? undefined : true}
        aria-describedby={error === null ? undefined : 'error-country'}
        className={`control control-select ${error === null ? '' : 'control-invalid'}`}
      >
        <option value="">{t('Not given')}</option>
        {listCountries().map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      {error !== null && <LiveError id="error-country" text={error} />}
    </div>
  )
}

type DetailsFieldProps = {
  readonly field: Field
  readonly value: string
  readonly error: string | null
  readonly isFirstWrong: boolean
}

function DetailsField({ field, value, error, isFirstWrong }: DetailsFieldProps) {
  const { name, label, maximum, autoComplete, isHalf = false } = field
  return (
    <div className={`grid min-w-0 gap-1.5 ${isHalf ? '' : 'sm:col-span-full'}`}>
      <label htmlFor={`details-${name}`} className="text-sm font-medium">
        {say(label)}
      </label>
      <input
        id={`details-${name}`}
        name={name}
        maxLength={maximum}
        autoComplete={autoComplete}
        defaultValue={value}
        aria-invalid={error === null ? undefined : true}
        aria-describedby={error === null ? undefined : `error-${name}`}
        // The reloaded page shows the errors, and the keyboard focus starts at the first one.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={isFirstWrong}
        className={`control ${error === null ? '' : 'control-invalid'}`}
      />
      {error !== null && <LiveError id={`error-${name}`} text={error} />}
    </div>
  )
}
