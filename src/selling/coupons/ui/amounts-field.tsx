import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { t } from '#foundation/language/t.ts'
import { currencies } from '#foundation/money/currencies.ts'
import { shownAmount } from '#foundation/money/read-amount.ts'
import { Button, IconButton } from '#web/kit/layout/button.tsx'
import { Combobox } from '#web/kit/form/combobox.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import type { CouponValues } from './coupon-values.ts'

const currencyOptions = currencies.map(({ code, symbol, name }) => ({
  value: code,
  label: `${code.toUpperCase()} ${symbol} · ${name}`,
}))

type Props = {
  readonly name: 'amounts' | 'minimums'
  readonly label: string
  readonly hint: string
  readonly required?: boolean
}

/** An amount in each currency that the coupon is for. */
export function AmountsField({ name, label, hint, required = false }: Props) {
  const { control, register, watch, setValue, formState } = useFormContext<CouponValues>()
  const { fields, append, remove } = useFieldArray({ control, name })
  const rows = watch(name)
  const used = new Set(rows.map(({ currency }) => currency))
  const next = currencies.find(({ code }) => !used.has(code))
  return (
    <div className="grid gap-3">
      {fields.map((row, index) => {
        const currency = rows[index]?.currency ?? row.currency
        const amount = `${name}.${index}.amount` as const
        return (
          <div key={row.id} className="flex items-start gap-2">
            <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-2">
              <TextInput
                label={
                  fields.length === 1
                    ? label
                    : t('{label} in {currency}', { label, currency: currency.toUpperCase() })
                }
                required={required}
                inputMode="decimal"
                autoComplete="off"
                suffix={currency.toUpperCase()}
                hint={index === 0 ? hint : undefined}
                error={formState.errors[name]?.[index]?.amount?.message}
                {...register(amount, {
                  onBlur: (event: { readonly target: { readonly value: string } }) =>
                    setValue(amount, shownAmount(event.target.value, currency)),
                })}
              />
              <Combobox
                label={t('Currency')}
                options={currencyOptions}
                value={currency}
                onChange={(code) =>
                  setValue(`${name}.${index}.currency`, code, { shouldDirty: true, shouldTouch: true })
                }
              />
            </div>
            {fields.length > 1 && (
              <IconButton
                label={t('Remove {currency}', { currency: currency.toUpperCase() })}
                className="mt-8"
                onClick={() => remove(index)}
              >
                <Trash2 aria-hidden className="size-5" />
              </IconButton>
            )}
          </div>
        )
      })}
      {next !== undefined && fields.length < 20 && (
        <div>
          <Button variant="ghost" onClick={() => append({ currency: next.code, amount: '' })}>
            <Plus aria-hidden className="size-5" />
            {t('Add a currency')}
          </Button>
        </div>
      )}
    </div>
  )
}
