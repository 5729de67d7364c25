import { zodResolver } from '@hookform/resolvers/zod'
import { useMemo } from 'react'
import { useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { say, t } from '#foundation/language/t.ts'
import { checkAmount } from '#selling/products/contract.ts'
import { AmountInput } from '#selling/products/ui/amount-input.tsx'
import { EditorDialog } from '#web/kit/dialog/editor-dialog.tsx'
import { Segmented } from '#web/kit/form/segmented.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { priceTypeLabels } from '#selling/forms/contract.ts'
import { noTerms } from '#payments/pricing/recurrence.ts'
import {
  furtherPrice,
  longestLabel,
  priceTypes,
  termAmounts,
  intervalProblem,
} from '#selling/forms/price/further-price.ts'
import { needsDays } from '#selling/forms/price/term-problems.ts'
import { checkOpen } from '#selling/forms/open-problems.ts'
import { shownValues } from '#selling/form-editor/ui/editor/form-values.ts'
import type { EditedPrice } from './arrange-prices.ts'
import { PayoutEstimate } from './payout-estimate.tsx'
import { TermsFields, leastHint, OpenFields, CycleFields } from './price-fields.tsx'

type PriceValues = z.input<typeof furtherPrice>

const names = z.keyof(furtherPrice).options

const newPrice: PriceValues = {
  label: '',
  amount: null,
  priceType: 'OneTimePrice',
  billingInterval: 1,
  billingPeriod: 'Monthly',
  cancelAfter: 0,
  isOpen: false,
  suggestedAmount: null,
  presetAmounts: [],
  ...noTerms,
}

type Props = {
  readonly isOpen: boolean
  /** The price to edit, or null to create one. */
  readonly price: EditedPrice | null
  readonly currency: string
  readonly onClose: () => void
  readonly onSave: (price: EditedPrice) => void
}

/** Creates or edits one of the prices that buyers choose from. */
export function PriceDialog({ isOpen, price, currency, onClose, onSave }: Props) {
  const resolver = useMemo(() => {
    const check = zodResolver<PriceValues, unknown, EditedPrice>(priceIn(currency))
    const checkShown: typeof check = (values, ...others) => check(shownValues(values), ...others)
    return checkShown
  }, [currency])
  return (
    <EditorDialog<PriceValues, EditedPrice>
      isOpen={isOpen}
      title={price === null ? t('Add price') : t('Edit price')}
      description={t('Another way to pay for the same product. Past purchases are not affected.')}
      label={t('Price')}
      submitLabel={price === null ? t('Add price') : t('Apply')}
      initial={price ?? newPrice}
      resolver={resolver}
      names={names}
      failure={t('The price could not be saved')}
      onClose={onClose}
      onSave={async (made) => {
        onSave(made)
        return null
      }}
    >
      <PriceFields currency={currency} />
    </EditorDialog>
  )
}

/** A price in its form's currency. */
function priceIn(currency: string) {
  return furtherPrice.superRefine((price, context) => {
    checkAmount({ amount: price.amount, currency }, context)
    checkOpen(price, currency, context)
    if (price.priceType === 'OneTimePrice') return
    for (const name of termAmounts) checkAmount({ amount: price[name], currency }, context, name)
    if (price.trialDays === 0 && price.trialAmount > 0)
      context.addIssue({ code: 'custom', path: ['trialAmount'], message: needsDays() })
    if (price.amount === 0)
      context.addIssue({ code: 'custom', path: ['amount'], message: t('a recurring price must be above 0') })
    const message = intervalProblem(price)
    if (message !== null) context.addIssue({ code: 'custom', path: ['billingInterval'], message })
  })
}

function PriceFields({ currency }: { readonly currency: string }) {
  const { register, watch, formState } = useFormContext<PriceValues>()
  const isRecurring = watch('priceType') === 'RecurringPrice'
  const isOpen = !isRecurring && watch('isOpen') === true
  return (
    <>
      <TextInput
        label={t('Name')}
        required
        maxLength={longestLabel}
        placeholder={t('In 3 payments')}
        hint={t('Buyers see this name when they choose and on the receipt.')}
        error={formState.errors.label?.message}
        {...register('label')}
      />
      <Segmented
        label={t('Price type')}
        options={priceTypes.map((value) => ({ value, label: say(priceTypeLabels[value]) }))}
        {...register('priceType')}
      />
      <AmountInput
        currency={currency}
        label={isOpen ? t('Minimum') : t('Amount')}
        required={isRecurring}
        hint={
          isRecurring ? t('The amount of each payment.') : isOpen ? leastHint() : t('Leave empty for free.')
        }
      />
      <PayoutEstimate currency={currency} />
      {!isRecurring && <OpenFields currency={currency} />}
      {isRecurring && <CycleFields />}
      {isRecurring && <TermsFields currency={currency} />}
    </>
  )
}
