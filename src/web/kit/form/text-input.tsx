import type { ComponentProps, ReactNode } from 'react'
import { t } from '#foundation/language/t.ts'
import { plainWebAddress } from '#foundation/typed/read-web-address.ts'
import { Field, type FieldProps } from './field.tsx'
import { Switch } from './switch.tsx'

type Props = Omit<ComponentProps<'input'>, 'id' | 'required'> &
  FieldProps & {
    /** Whether this optional part of the form is off, so that the input is disabled. */
    readonly toggle?: { readonly isOn: boolean; readonly onChange: (isOn: boolean) => void }
    /** A small button at the end of the label's line. */
    readonly action?: ReactNode
    /** Shown inside the control at its end, such as a currency's code. */
    readonly suffix?: ReactNode
  }

export function TextInput({ label, required, info, hint, error, toggle, action, suffix, ...rest }: Props) {
  const isOff = toggle !== undefined && !toggle.isOn
  const aside =
    toggle === undefined ? (
      action
    ) : (
      <Switch
        aria-label={t('Use {label}', { label })}
        checked={toggle.isOn}
        onChange={(event) => toggle.onChange(event.target.checked)}
      />
    )
  return (
    <Field label={label} required={required} info={info} hint={hint} error={error} aside={aside}>
      {(control) => (
        <span className="relative block">
          <input
            {...rest}
            {...control}
            onBlur={(event) => {
              // Updated before screen readers read it.
              if (rest.type === 'url') complete(event.currentTarget)
              rest.onBlur?.(event)
            }}
            onKeyDown={(event) => {
              // The Enter key submits the text without leaving the field.
              if (rest.type === 'url' && event.key === 'Enter') complete(event.currentTarget)
              rest.onKeyDown?.(event)
            }}
            maxLength={unitsOf(rest.maxLength)}
            aria-required={required}
            disabled={isOff || rest.disabled === true}
            className={`control ${suffix === undefined ? '' : 'pr-16'} ${rest.className ?? ''}`}
          />
          {suffix !== undefined && (
            <span className="pointer-events-none absolute inset-y-0 right-3.5 flex items-center text-sm text-muted">
              {suffix}
            </span>
          )}
        </span>
      )}
    </Field>
  )
}

/** Writes a value as if it were typed, which notifies listeners. */
function complete(input: HTMLInputElement): void {
  const address = plainWebAddress(input.value)
  if (address === input.value) return
  input.setRangeText(address, 0, input.value.length, 'end')
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * The maximum length of an input. Browsers count UTF-16 units (an emoji has two), but contracts count characters.
 * Nothing that a contract accepts is cut off while typing, and text that is too long shows an error.
 */
export function unitsOf(characters: number | undefined): number | undefined {
  return characters === undefined ? undefined : 2 * characters
}

type TextareaProps = Omit<ComponentProps<'textarea'>, 'id' | 'required'> & FieldProps

export function Textarea({ label, required, info, hint, error, ...rest }: TextareaProps) {
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
