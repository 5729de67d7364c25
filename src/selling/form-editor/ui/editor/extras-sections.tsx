import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { t } from '#foundation/language/t.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { shownAmount } from '#foundation/money/shown-amount.ts'
import { itemChoicesQuery } from '#selling/catalog/ui/catalog-item.ts'
import { couponsContract } from '#selling/coupons/contract.ts'
import { termsQuery } from '#selling/coupons/ui/queries.ts'
import { idsOf } from '#selling/form-editor/ui/editor/form-values.ts'
import { BumpPicker } from '#selling/products/bumps/ui/bump-picker.tsx'
import { type Offer, offersContract } from '#selling/products/contract.ts'
import { CreateOfferDialog } from '#selling/products/offers/ui/offer-fields.tsx'
import { offerItem } from '#selling/products/offers/ui/offer-item.ts'
import { currencyProblem } from '#selling/products/ui/currency-problem.ts'
import { type Tax, taxesContract } from '#selling/taxes/contract.ts'
import { regionsQuery } from '#selling/taxes/regions/ui/queries.ts'
import { taxStatusQuery, useTaxChoices } from '#selling/taxes/ui/queries.ts'
import { CreateTaxDialog } from '#selling/taxes/ui/tax-fields.tsx'
import { taxModes } from '#selling/forms/form-fields.ts'
import { isProviderMode } from '#payments/pricing/tax-modes.ts'
import { rich } from '#foundation/language/rich.ts'
import { LiveError } from '#web/kit/feedback/live-error.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Segmented } from '#web/kit/form/segmented.tsx'
import { Select, type SelectOption } from '#web/kit/form/select.tsx'
import { Button, buttonClass } from '#web/kit/layout/button.tsx'
import { FoldedSection, Section } from '#web/kit/layout/section.tsx'
import { useFormFields } from './use-form-fields.ts'

export function OffersSection() {
  const { change, watch, errorOf } = useFormFields()
  const mayCreate = useMayCall()(offersContract.createOffer)
  const [isCreating, setIsCreating] = useState(false)
  const currency = watch('currency')
  const next = idsOf(watch('otoSequenceList'))
  return (
    <FoldedSection
      title={t('One-time offers')}
      lead={t('Shown right after payment, accepted with one click.')}
      isUsed={(watch('oneTimeOffer') ?? null) !== null || next.length > 0}
      action={
        mayCreate && (
          <Button variant="secondary" onClick={() => setIsCreating(true)}>
            <Plus aria-hidden className="size-5" />
            {t('Create offer')}
          </Button>
        )
      }
    >
      <FirstOffer currency={currency} />
      <div className="grid grid-cols-1 gap-4 border-t border-line pt-5">
        <div>
          <h3 className="font-medium">{t('More offers (from your bumps)')}</h3>
          <p className="text-sm text-muted">{t('Shown one after another, in this order.')}</p>
        </div>
        <BumpPicker
          label={t('Offer sequence')}
          chosen={next}
          currency={currency}
          most={20}
          onChange={(ids) => change('otoSequenceList', ids)}
          error={errorOf('otoSequenceList')}
        />
      </div>
      <CreateOfferDialog
        isOpen={isCreating}
        currency={currency}
        onClose={() => setIsCreating(false)}
        onCreated={(offer) => {
          if (currencyProblem(offer.currency, currency) === null) change('oneTimeOffer', offer.id)
        }}
      />
    </FoldedSection>
  )
}

function FirstOffer({ currency }: { readonly currency: string }) {
  const { change, watch, errorOf } = useFormFields()
  const { data: offers = [] } = useQuery(itemChoicesQuery(offerItem))
  const [chosen = ''] = idsOf([watch('oneTimeOffer') ?? ''])
  return (
    <Select
      label={t('First offer')}
      options={[{ value: '', label: t('None') }, ...offers.map((offer) => optionOf(offer, currency, chosen))]}
      value={chosen}
      onChange={(event) => change('oneTimeOffer', event.target.value === '' ? null : event.target.value)}
      error={errorOf('oneTimeOffer')}
    />
  )
}

function optionOf(offer: Offer, currency: string, chosen: string): SelectOption {
  const problem = currencyProblem(offer.currency, currency)
  const notes = [
    shownAmount(offer.amount, offer.currency),
    ...(offer.isActive ? [] : [t('inactive, so it is skipped')]),
    ...(problem === null ? [] : [problem]),
  ]
  return {
    value: offer.id,
    label: `${offer.title} · ${notes.join(' · ')}`,
    isDisabled: problem !== null && offer.id !== chosen,
  }
}

/**
 * The coupons that work on a form, with a link to add one. It opens in a new tab, because the editor has unsaved
 * changes.
 */
export function CouponsSection({ formId }: { readonly formId: string | null }) {
  const { data } = useQuery(termsQuery([]))
  const mayCreate = useMayCall()(couponsContract.createCoupon)
  const works = data?.data.filter(
    ({ code, formIds }) =>
      code !== null && (formIds === null || (formId !== null && formIds.includes(formId))),
  )
  return (
    <Section
      isLine
      title={t('Coupons')}
      lead={
        works === undefined
          ? t('Discount codes for this form.')
          : t(
              '{count, plural, =0 {No codes for this form.} one {Codes of # coupon work on this form.} other {Codes of # coupons work on this form.}}',
              { count: works.length },
            )
      }
    >
      {mayCreate && (
        <a
          href={formId === null ? '/coupons/create' : `/coupons/create?form=${formId}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClass('secondary')}
        >
          <Plus aria-hidden className="size-5" />
          {t('Create coupon')}
        </a>
      )}
    </Section>
  )
}

export function TaxSection() {
  const { change, watch, errorOf } = useFormFields()
  const mayCreate = useMayCall()(taxesContract.createTax)
  const [isCreating, setIsCreating] = useState(false)
  const chosen = watch('taxId') ?? ''
  const taxes = useTaxChoices(chosen) ?? []
  const taxMode = watch('taxMode') ?? 'one_rate'
  const isByCountry = taxMode === 'by_country'
  const isOfProvider = isProviderMode(taxMode)
  return (
    <FoldedSection
      field="taxId"
      title={t('Tax')}
      lead={t('Charged on everything in the order.')}
      isUsed={chosen !== '' || taxMode !== 'one_rate'}
      action={
        mayCreate &&
        !isOfProvider && (
          <Button variant="secondary" onClick={() => setIsCreating(true)}>
            <Plus aria-hidden className="size-5" />
            {t('Create tax')}
          </Button>
        )
      }
    >
      <Segmented
        label={t('Rate')}
        name="taxMode"
        options={[
          { value: 'one_rate', label: t('One for all') },
          { value: 'by_country', label: t('By country') },
          { value: 'provider', label: t('Stripe Tax') },
        ]}
        chosen={isOfProvider ? 'provider' : taxMode}
        onChange={({ target: { value } }) =>
          change('taxMode', taxModes.find((mode) => mode === value) ?? 'one_rate')
        }
      />
      {isByCountry && <ByCountry />}
      {isOfProvider && (
        <ByProvider
          isIncluded={taxMode === 'provider_included'}
          onChange={(isIncluded) => change('taxMode', isIncluded ? 'provider_included' : 'provider')}
        />
      )}
      <LiveError id="taxMode-error" text={errorOf('taxMode') ?? null} />
      {!isOfProvider && (
        <Select
          name="taxId"
          label={isByCountry ? t('All other countries') : t('Tax')}
          options={[
            { value: '', label: t('No tax') },
            ...taxes.map((tax) => ({ value: tax.id, label: taxLabel(tax) })),
          ]}
          value={chosen}
          onChange={(event) => change('taxId', event.target.value === '' ? null : event.target.value)}
          error={errorOf('taxId')}
        />
      )}
      <CreateTaxDialog
        isOpen={isCreating}
        onClose={() => setIsCreating(false)}
        onCreated={(tax) => change('taxId', tax.id)}
      />
    </FoldedSection>
  )
}

/** The countries with their own tax, which the payment page asks for. */
function ByCountry() {
  const { data } = useQuery(regionsQuery)
  return (
    <p className="text-pretty text-muted">
      {t('Buyers choose their country before they pay.')}{' '}
      <a href="/taxes/by-country" target="_blank" rel="noreferrer" className="link">
        {t(
          '{count, plural, =0 {No country has a tax yet} one {# country has a tax} other {# countries have a tax}}',
          {
            count: data?.regions.length ?? 0,
          },
        )}
      </a>
    </p>
  )
}

const setUpLink = (text: ReactNode) => (
  <a href="https://dashboard.stripe.com/settings/tax" target="_blank" rel="noreferrer" className="link">
    {text}
  </a>
)

/** Whether Stripe's tax is added or included, and whether it is set up. */
function ByProvider({
  isIncluded,
  onChange,
}: {
  readonly isIncluded: boolean
  readonly onChange: (isIncluded: boolean) => void
}) {
  const { data } = useQuery(taxStatusQuery)
  return (
    <>
      <Segmented
        label={t('Your prices')}
        name="taxIncluded"
        options={[
          { value: 'added', label: t('Tax is added') },
          { value: 'included', label: t('Tax is included') },
        ]}
        chosen={isIncluded ? 'included' : 'added'}
        onChange={({ target: { value } }) => onChange(value === 'included')}
      />
      <p className="text-pretty text-muted">
        {t(
          'Buyers choose their country before they pay, and Stripe calculates the tax where you are registered. Stripe charges you for this.',
        )}
      </p>
      {data !== undefined && data.status !== 'active' && (
        <Notice tone="warning">
          {rich('Stripe Tax is not set up in your Stripe account. <link>Set it up in Stripe</link>', {
            link: setUpLink,
          })}
        </Notice>
      )}
    </>
  )
}

function taxLabel({ title, percentage, inclusive, active }: Tax): string {
  return [
    title,
    inclusive
      ? t('{percentage}% included in the price', { percentage })
      : t('{percentage}% added to the price', { percentage }),
    ...(active ? [] : [t('inactive, so it is not charged')]),
  ].join(' · ')
}
