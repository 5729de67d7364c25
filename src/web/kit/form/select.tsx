import type { ComponentProps } from 'react'
import { Chevron } from '../layout/chevron.tsx'
import { Field, type FieldProps } from './field.tsx'

export type SelectOption = {
  readonly value: string
  readonly label: string
  /** Whether the option is shown but cannot be selected. Its label says why. */
  readonly isDisabled?: boolean
}

type Props = Omit<ComponentProps<'select'>, 'id' | 'required' | 'children'> &
  FieldProps & { readonly options: readonly SelectOption[] }

/** The browser's own select element, which is best for phones and keyboards. */
export function Select({ label, required, info, hint, error, options, ...rest }: Props) {
  return (
    <Field label={label} required={required} info={info} hint={hint} error={error}>
      {(control) => (
        <span className="relative block">
          <select
            {...rest}
            {...control}
            aria-required={required}
            className="control appearance-none pr-10 text-ellipsis"
          >
            {options.map(({ value, label: text, isDisabled = false }) => (
              <option key={value} value={value} disabled={isDisabled}>
                {text}
              </option>
            ))}
          </select>
          <Chevron />
        </span>
      )}
    </Field>
  )
}
