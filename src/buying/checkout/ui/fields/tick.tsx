import type { ReactNode } from 'react'

type TickProps = {
  readonly name: string
  readonly value: string
  readonly attributes?: { readonly 'aria-invalid': boolean; readonly required?: boolean }
  readonly children: ReactNode
}

/** A checkbox with a label. */
export function Tick({ name, value, attributes, children }: TickProps) {
  return (
    <label className="flex cursor-pointer items-start gap-3">
      <input
        type="checkbox"
        name={name}
        value={value}
        autoComplete="off"
        {...attributes}
        className="accent-accent size-5 shrink-0"
      />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </label>
  )
}
