import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { unitsOf } from './length.ts'

type Props = Omit<ComponentProps<'textarea'>, 'id' | 'required'> & FieldProps

export function Textarea({ label, required, info, hint, error, ...rest }: Props) {
  return (
    <Field label={label} required={required} info={info} hint={hint} error={error}>
      {(control) => (
        <textarea
          rows={4}
          {...rest}
          {...control}
          maxLength={unitsOf(rest.maxLength)}
          aria-required={required}
          className="control field-sizing-content min-h-28 resize-y"
        />
      )}
    </Field>
  )
}
