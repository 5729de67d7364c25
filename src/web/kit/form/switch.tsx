import { type ComponentProps, type ReactNode, useId } from 'react'

type Props = Omit<ComponentProps<'input'>, 'type' | 'role'> & { readonly checked: boolean }

/** An on/off switch. It is a checkbox, for forms, keyboards and screen readers. */
export function Switch({ className = '', ...rest }: Props) {
  return (
    <input
      {...rest}
      type="checkbox"
      role="switch"
      aria-checked={rest.checked}
      className={`relative h-6 w-10 shrink-0 cursor-pointer appearance-none rounded-full border border-edge bg-sunken transition before:absolute before:top-0.5 before:left-0.5 before:size-4.5 before:rounded-full before:bg-edge before:transition checked:border-brand-fill checked:bg-brand-fill checked:before:translate-x-4 checked:before:bg-white forced-colors:appearance-auto forced-colors:before:hidden ${className}`}
    />
  )
}

type RowProps = Omit<ComponentProps<typeof Switch>, 'id'> & {
  readonly label: string
  readonly hint: ReactNode
}

/** A switch with its name and its effect. Clicking the label toggles it too. */
export function SwitchRow({ label, hint, ...rest }: RowProps) {
  const id = useId()
  return (
    <div className="relative flex items-center gap-4 rounded-2xl bg-tag p-4">
      <div className="flex-1">
        <label htmlFor={id} className="font-medium after:absolute after:inset-0">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      </div>
      <Switch {...rest} id={id} aria-describedby={`${id}-hint`} />
    </div>
  )
}
