import { useFormContext } from 'react-hook-form'
import { t } from '#foundation/language/t.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { taxAmount } from '#foundation/money/tax.ts'
import { readNumber } from '#foundation/typed/read-number.ts'
import { CreateItemDialog, type CreateItemProps } from '#selling/catalog/ui/item-editors.tsx'
import type { Tax } from '#selling/taxes/contract.ts'
import { SwitchRow } from '#web/kit/form/switch.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { useFields } from '#web/kit/form/use-fields.ts'
import { newTaxValues, taxForm, taxItem, type TaxValues } from './tax-item.ts'

/** The fields of a tax. `active` is only shown for an existing one. */
export function TaxFields({ hasActive }: { readonly hasActive: boolean }) {
  const { field, register, watch } = useFields<TaxValues>()
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <TextInput
          label={t('Title')}
          required
          maxLength={200}
          placeholder="VAT"
          hint={t('Shown to buyers next to the amount.')}
          {...field('title')}
        />
        <TextInput
          label={t('Percentage')}
          required
          inputMode="decimal"
          autoComplete="off"
          suffix="%"
          info={t('Tax is calculated and rounded per line item.')}
          {...field('percentage')}
        />
      </div>
      <SwitchRow
        label={t('Inclusive')}
        hint={<Example />}
        checked={watch('inclusive')}
        {...register('inclusive')}
      />
      {hasActive && (
        <SwitchRow
          label={t('Active')}
          hint={t('An inactive tax is not charged on any form.')}
          checked={watch('active')}
          {...register('active')}
        />
      )}
    </>
  )
}

/** The tax on a price of 100, as an example. */
function Example() {
  const { watch } = useFormContext<TaxValues>()
  const inclusive = watch('inclusive')
  const percentage = String(readNumber(watch('percentage')) ?? '')
  const isReadable = /^\d{1,2}(\.\d{1,4})?$|^100$/.test(percentage)
  // At 0%, an example would show nothing.
  const example =
    isReadable && Number(percentage) > 0 ? taxAmount(10_000, { percentage, inclusive }, 'usd') : null
  return (
    <>
      {[
        inclusive ? t('Included in the price.') : t('Added to the price.'),
        ...(example === null
          ? []
          : [
              t('For example, at {price}, buyers pay {total}, including {tax} tax.', {
                price: formatAmount(10_000, 'usd'),
                total: formatAmount(example.total, 'usd'),
                tax: formatAmount(example.taxAmount, 'usd'),
              }),
            ]),
      ].join(' ')}
    </>
  )
}

/** Creates a tax for a form. */
export function CreateTaxDialog(dialog: CreateItemProps<Tax>) {
  return (
    <CreateItemDialog
      item={taxItem}
      title={t('Create Tax')}
      description={t('You can reuse it on other forms.')}
      label={t('Tax')}
      submitLabel={t('Create tax')}
      initial={newTaxValues}
      {...taxForm}
      {...dialog}
    >
      <TaxFields hasActive={false} />
    </CreateItemDialog>
  )
}
