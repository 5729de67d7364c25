import { useId, type ComponentProps, type ReactNode } from 'react'
import { Switch } from './switch.tsx'

type Props = Omit<ComponentProps<typeof Switch>, 'id'> & { readonly label: string; readonly hint: ReactNode }

/** A switch with its name and what it brings about; pressing the words switches too. */
export function SwitchRow({ label, hint, ...rest }: Props) {
  const id = useId()
  return (
    <div className="relative flex items-center gap-4 rounded-2xl bg-sunken p-4">
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
