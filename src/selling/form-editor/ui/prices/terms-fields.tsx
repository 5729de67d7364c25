import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { setupName } from '#payments/pricing/price-purchase.ts'
import { AmountInput } from '#selling/products/ui/amount-input.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { longestLabel, type FurtherPrice, type termNames } from '#selling/forms/price/further-price.ts'
import { readWhole } from '#foundation/typed/read-number.ts'

type TermValues = Pick<FurtherPrice, (typeof termNames)[number] | 'cancelAfter'>

/** What a recurring price begins with, and what paying it early saves; a button until somebody asks for it. */
export function TermsFields({ currency }: { readonly currency: string }) {
  const { register, watch, formState } = useFormContext<TermValues>()
  const { errors } = formState
  const [trialDays, trialAmount, setupAmount] = watch(['trialDays', 'trialAmount', 'setupAmount'])
  const [payoffDiscount, cancelAfter] = watch(['payoffDiscount', 'cancelAfter'])
  const hasAny = [trialDays, trialAmount, setupAmount, payoffDiscount].some((one) => (one ?? 0) !== 0)
  const [isAskedFor, askFor] = useState(false)
  // They stay while a number is emptied to type another.
  if (hasAny && !isAskedFor) askFor(true)
  if (!hasAny && !isAskedFor) {
    return (
      <Button variant="ghost" className="justify-self-start" onClick={() => askFor(true)}>
        <Plus aria-hidden className="size-5" />
        {cancelAfter > 1 ? 'Trial, set-up fee, paying early' : 'Trial, set-up fee'}
      </Button>
    )
  }
  return (
    <fieldset className="grid animate-rise gap-5 sm:grid-cols-2">
      <legend className="sr-only">Trial, set-up fee and paying early</legend>
      <TextInput
        label="Days of trial"
        inputMode="numeric"
        hint="0: none. The first full payment is made when they are over."
        error={errors.trialDays?.message}
        {...register('trialDays', { setValueAs: wholeOf })}
      />
      <AmountInput
        name="trialAmount"
        label="Price of the trial"
        currency={currency}
        hint="Empty or 0: the card is only kept."
      />
      <AmountInput
        name="setupAmount"
        label="Set-up fee"
        currency={currency}
        hint="Charged once, with what is due first."
      />
      <TextInput
        label="Name of the fee"
        maxLength={longestLabel}
        placeholder={setupName}
        hint="What the receipt calls it."
        error={errors.setupLabel?.message}
        {...register('setupLabel')}
      />
      {cancelAfter > 1 && (
        <TextInput
          label="Discount for paying early"
          suffix="%"
          inputMode="numeric"
          hint="Off the rest of the payments, for who pays them all at once."
          error={errors.payoffDiscount?.message}
          {...register('payoffDiscount', { setValueAs: wholeOf })}
        />
      )}
    </fieldset>
  )
}

/** An emptied field is nothing. */
function wholeOf(typed: unknown): number {
  return readWhole(typed) ?? 0
}
