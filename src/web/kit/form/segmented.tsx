import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'input'>, 'type' | 'value' | 'defaultValue' | 'checked'> & {
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** The chosen option, for use without a form. */
  readonly chosen?: string
  /** Whether it is small, with a label only for screen readers. */
  readonly isCompact?: boolean
}

/** A choice between a few options that are all visible. Uses radio buttons. */
export function Segmented({ label, options, chosen, isCompact = false, ...rest }: Props) {
  return (
    <fieldset>
      <legend className={isCompact ? 'sr-only' : 'mb-1.5 font-medium'}>{label}</legend>
      <div className="inline-flex max-w-full flex-wrap gap-0.5 rounded-xl bg-tag p-1 sm:gap-1">
        {options.map((option) => (
          <label
            key={option.value}
            className={`relative grow cursor-pointer rounded-lg text-center font-medium text-muted transition has-checked:bg-raised has-checked:text-brand has-checked:shadow-sm forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none has-focus-visible:outline-2 has-focus-visible:outline-brand ${isCompact ? 'px-1.5 py-1.5 text-sm whitespace-nowrap sm:px-3' : `py-2 ${options.length > 2 ? 'px-2.5 sm:px-5' : 'px-5'}`}`}
          >
            <input
              {...rest}
              {...(chosen === undefined ? {} : { checked: option.value === chosen })}
              type="radio"
              value={option.value}
              className="absolute inset-0 cursor-pointer appearance-none outline-none"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
