import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'

type Props = Omit<ComponentProps<'select'>, 'id' | 'required' | 'children'> &
  FieldProps & { readonly options: readonly { readonly value: string; readonly label: string }[] }

/** The browser's own select, which phones and keyboards know best. */
export function Select({ label, required, info, hint, error, options, ...rest }: Props) {
  return (
    <Field label={label} required={required} info={info} hint={hint} error={error}>
      {(control) => (
        <span className="relative block">
          <select {...rest} {...control} aria-required={required} className="control appearance-none pr-10">
            {options.map(({ value, label: text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
          <svg
            viewBox="0 0 20 20"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            aria-hidden
            className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-muted"
          >
            <path d="m6 8 4 4 4-4" strokeLinecap="round" strokeLinejoin="round" />
          </svg>
        </span>
      )}
    </Field>
  )
}
