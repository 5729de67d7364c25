import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { t } from '#foundation/language/t.ts'
import { currencies } from '#foundation/money/currencies.ts'
import { shownAmount } from '#foundation/money/read-amount.ts'
import { Button, IconButton } from '#web/kit/layout/button.tsx'
import { Combobox } from '#web/kit/form/combobox.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { useFields } from '#web/kit/form/use-fields.ts'
import { mostCurrencies } from '../contract.ts'
import type { CouponValues } from './coupon-values.ts'
import { couponFormsQuery } from './queries.ts'

const currencyOptions = currencies.map(({ code, symbol, name }) => ({
  value: code,
  label: `${code.toUpperCase()} ${symbol} · ${name}`,
}))

const columns = {
  amount: 'sm:grid-cols-[minmax(0,1.3fr)_repeat(2,minmax(0,1fr))_2.5rem]',
  percent: 'sm:grid-cols-[minmax(0,1.3fr)_minmax(0,2fr)_2.5rem]',
} as const
/** A single currency has no remove button, so its fields align with those above. */
const singleColumns = { amount: 'sm:grid-cols-3 sm:gap-x-5', percent: 'sm:grid-cols-2 sm:gap-x-5' } as const

/** On tablets and wider screens, the first row's labels are the headings of the rows below. */
const later = 'max-sm:border-t max-sm:border-line max-sm:pt-3 sm:[&_div:has(>label)]:sr-only'

/** The coupon's currencies, each with its minimum order and, unless it is a percentage coupon, its discount. */
export function AmountsField() {
  const { control, watch, setValue, setFocus } = useFormContext<CouponValues>()
  const { fields, append, remove } = useFieldArray({ control, name: 'amounts' })
  const { data: forms = [] } = useQuery(couponFormsQuery)
  const rows = watch('amounts')
  const kind = watch('kind')
  const isAmount = kind === 'amount'
  const used = new Set(rows.map(({ currency }) => currency))
  // The currencies of the shop's forms come first.
  const next = [...forms.map(({ currency }) => currency), ...currencies.map(({ code }) => code)].find(
    (code) => !used.has(code),
  )
  const isSingle = fields.length === 1
  const isUsed = !isSingle || rows.some(({ minimum }) => minimum !== '')
  const [isOpen, setIsOpen] = useState(isUsed)
  if (!isAmount && !isOpen && !isUsed) {
    // A percentage needs a currency only for the minimum order.
    const open = () => {
      flushSync(() => setIsOpen(true))
      setFocus('amounts.0.minimum')
    }
    return (
      <Button variant="ghost" className="-my-1 -ml-4.5 justify-self-start" onClick={open}>
        <Plus aria-hidden className="size-5" />
        {t('Minimum order')}
      </Button>
    )
  }
  return (
    <div className="grid gap-3">
      {fields.map((row, index) => {
        const currency = rows[index]?.currency ?? row.currency
        const code = currency.toUpperCase()
        return (
          <div
            key={row.id}
            role="group"
            aria-label={code}
            className={`grid grid-cols-[repeat(2,minmax(0,1fr))_2.5rem] gap-x-2 gap-y-3 ${isSingle ? singleColumns[kind] : columns[kind]} ${index === 0 ? '' : later}`}
          >
            <div className={isSingle ? 'max-sm:col-span-3' : 'max-sm:col-span-2'}>
              <Combobox
                label={t('Currency')}
                options={currencyOptions.filter(({ value }) => value === currency || !used.has(value))}
                value={currency}
                onChange={(chosen) =>
                  setValue(`amounts.${index}.currency`, chosen, { shouldDirty: true, shouldTouch: true })
                }
              />
            </div>
            {isAmount && (
              <AmountInput
                name={`amounts.${index}.amount`}
                label={t('Amount off')}
                currency={currency}
                isSingle={isSingle}
                required
              />
            )}
            <div className={isAmount ? 'max-sm:col-span-2' : 'max-sm:col-span-3'}>
              <AmountInput
                name={`amounts.${index}.minimum`}
                label={t('Minimum order')}
                currency={currency}
                isSingle={isSingle}
                placeholder={t('No minimum')}
              />
            </div>
            {!isSingle && (
              <IconButton
                label={t('Remove {currency}', { currency: code })}
                className={`mt-8 max-sm:col-start-3 max-sm:row-start-1 ${index === 0 ? '' : 'sm:mt-0.5'}`}
                onClick={() => remove(index)}
              >
                <Trash2 aria-hidden className="size-5" />
              </IconButton>
            )}
          </div>
        )
      })}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 text-sm text-pretty text-muted">
          {isAmount
            ? t('Taken off once per order, on forms in these currencies.')
            : t('The minimum is the order’s total before the discount.')}
        </p>
        {next !== undefined && fields.length < mostCurrencies && (
          <Button
            variant="ghost"
            className="-ml-4.5 sm:-my-1 sm:ml-0"
            onClick={() => append({ currency: next, amount: '', minimum: '' })}
          >
            <Plus aria-hidden className="size-5" />
            {t('Add a currency')}
          </Button>
        )}
      </div>
    </div>
  )
}

type AmountProps = {
  readonly name: `amounts.${number}.${'amount' | 'minimum'}`
  readonly label: string
  readonly currency: string
  /** With a single currency, there is no other to distinguish it from. */
  readonly isSingle: boolean
  readonly required?: boolean
  readonly placeholder?: string
}

function AmountInput({ name, label, currency, isSingle, ...input }: AmountProps) {
  const { setValue } = useFormContext<CouponValues>()
  const { field } = useFields<CouponValues>()
  return (
    <TextInput
      label={label}
      aria-label={
        isSingle ? undefined : t('{label} in {currency}', { label, currency: currency.toUpperCase() })
      }
      inputMode="decimal"
      autoComplete="off"
      {...input}
      {...field(name, {
        onBlur: (event: { readonly target: { readonly value: string } }) =>
          setValue(name, shownAmount(event.target.value, currency)),
      })}
    />
  )
}
