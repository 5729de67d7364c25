import { t } from '#foundation/language/t.ts'
import { LiveError } from '#web/kit/feedback/live-error.tsx'
import { reverseCharge } from '#payments/pricing/shown-price.ts'
import {
  type AskedDetails,
  type DetailName,
  isPostalCodeDue,
  type NumberStatus,
} from '../../fields/asked-details.ts'
import { Tick } from './tick.tsx'

type DetailsProps = {
  readonly asked: AskedDetails
  /** The problems, by the names of their inputs. */
  readonly problems: Readonly<Record<string, string>>
  /** What the register says about the tax number, or null if it says nothing. */
  readonly number: NumberStatus | null
  /** The chosen country, if the postal code depends on it. */
  readonly country?: string | undefined
}

/**
 * The buyer's country, address and company. The company's fields appear when its box is ticked, even without
 * a script.
 */
export function Details({ asked, problems, number, country: chosenCountry }: DetailsProps) {
  const { asksFor, sellsToBusinesses, countries } = asked
  const shared = (name: DetailName, isRequired: boolean) => {
    const problem = problems[`details.${name}`] ?? null
    return {
      problem,
      control: {
        id: `details-${name}`,
        name: `details.${name}`,
        required: isRequired,
        'aria-invalid': problem !== null,
        'aria-describedby': `details-${name}-error`,
        className: `control ${problem === null ? '' : 'control-invalid'}`,
      },
    }
  }
  const field = (
    name: DetailName,
    label: string,
    autoComplete: string,
    isRequired: boolean,
    maxLength = 120,
  ) => {
    const { problem, control } = shared(name, isRequired)
    return (
      <div className="grid min-w-0 content-start gap-1.5">
        <label htmlFor={control.id} className="text-sm font-medium">
          {label}
          {!isRequired && <span className="text-muted font-normal"> {t('(optional)')}</span>}
        </label>
        <input {...control} type="text" autoComplete={autoComplete} maxLength={maxLength} />
        <LiveError id={`details-${name}-error`} text={problem} />
      </div>
    )
  }
  const country = shared('country', true)
  return (
    <>
      {asksFor !== 'nothing' && (
        <div className="grid gap-1.5">
          <label htmlFor={country.control.id} className="text-sm font-medium">
            {t('Country')}
          </label>
          <select {...country.control} autoComplete="country">
            <option value="">{t('Choose…')}</option>
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
          <LiveError id="details-country-error" text={country.problem} />
        </div>
      )}
      {asksFor === 'country' &&
        isPostalCodeDue(asked, chosenCountry) &&
        field('postalCode', t('Postal code'), 'postal-code', true, 20)}
      {asksFor === 'address' && (
        <>
          {field('addressLine1', t('Address'), 'address-line1', true)}
          {field('addressLine2', t('Address, second line'), 'address-line2', false)}
          <div className="grid gap-4 lg:grid-cols-2">
            {field('postalCode', t('Postal code'), 'postal-code', isPostalCodeDue(asked, chosenCountry), 20)}
            {field('city', t('City'), 'address-level2', true, 80)}
          </div>
        </>
      )}
      {sellsToBusinesses && (
        <div className="group grid gap-4">
          <div className="text-sm">
            <Tick name="details.isBusiness" value="true">
              {t('I am buying for a business')}
            </Tick>
          </div>
          <div className="hidden gap-4 group-has-checked:grid">
            {field('name', t('Company'), 'organization', true)}
            {field('taxNumber', t('Tax number'), 'off', false, 50)}
            <p role="status" className="text-muted text-sm empty:hidden">
              {number !== null && numberText(number)}
            </p>
          </div>
        </div>
      )}
    </>
  )
}

function numberText(number: NumberStatus): string {
  if (number === 'verified') return reverseCharge()
  if (number === 'unavailable')
    return t('Your number is not confirmed yet. You pay the tax now and get it back once it is.')
  return number === 'unchecked'
    ? t('The VAT register does not respond right now, so the tax is charged.')
    : t('This number is not registered for VAT in this country, so the tax is charged.')
}
