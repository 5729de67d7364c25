import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shopQuery } from '#accounts/shop/ui/queries.ts'
import { Section } from '#web/kit/layout/section.tsx'
import { TextInput, Textarea } from '#web/kit/form/text-input.tsx'
import { useFormFields } from './use-form-fields.ts'

export function AfterPayingSection() {
  const { register, errorOf } = useFormFields()
  const { data: shop } = useQuery(shopQuery)
  return (
    <Section title="After paying" lead="Where buyers go and what they read once they have paid.">
      <Textarea
        label="Success message"
        maxLength={10_000}
        rows={3}
        placeholder="Thank you! Your files are on their way."
        error={errorOf('successMessage')}
        {...register('successMessage')}
      />
      <OptionalAddress
        name="redirectUrl"
        label="Redirect address"
        info="Buyers are sent to this page instead of seeing the message."
        placeholder="https://example.com/welcome"
      />
      <OptionalAddress
        name="termsUrl"
        label="Terms address"
        info="Linked from the payment page."
        placeholder={shop?.termsUrl ?? 'https://example.com/terms'}
        hint={
          (shop?.termsUrl ?? null) === null ? undefined : 'Without one, the terms of your shop are linked.'
        }
      />
    </Section>
  )
}

type AddressProps = {
  readonly name: 'redirectUrl' | 'termsUrl'
  readonly label: string
  readonly info: string
  readonly placeholder: string
  readonly hint?: string | undefined
}

/** An address with a switch: off is no address. */
function OptionalAddress({ name, label, ...texts }: AddressProps) {
  const { register, change, watch, errorOf } = useFormFields()
  const hasAddress = (watch(name) ?? '') !== ''
  const [isOn, setIsOn] = useState(hasAddress)
  // An address may also come from elsewhere, such as what is restored.
  if (hasAddress && !isOn) setIsOn(true)
  return (
    <div data-field={name}>
      <TextInput
        label={label}
        {...texts}
        type="url"
        inputMode="url"
        error={isOn ? errorOf(name) : undefined}
        toggle={{
          isOn,
          onChange: (next) => {
            if (!next) change(name, '')
            setIsOn(next)
          },
        }}
        {...register(name)}
      />
    </div>
  )
}
