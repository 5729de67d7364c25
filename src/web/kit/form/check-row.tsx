import { useId } from 'react'

type Props = {
  readonly label: string
  readonly hint: string
  readonly checked: boolean
  readonly onChange: () => void
}

/** One checkbox in a list. Clicking its label toggles it too. */
export function CheckRow({ label, hint, checked, onChange }: Props) {
  const id = useId()
  return (
    <div className="relative flex min-h-10 items-start gap-3 rounded-xl px-2 py-2 hover:bg-sunken">
      <input
        id={id}
        type="checkbox"
        aria-describedby={`${id}-hint`}
        className="relative z-10 mt-0.5 size-5 shrink-0 cursor-pointer accent-brand-fill"
        checked={checked}
        onChange={onChange}
      />
      <div className="min-w-0">
        <label htmlFor={id} className="block cursor-pointer break-words after:absolute after:inset-0">
          {label}
        </label>
        <p id={`${id}-hint`} className="line-clamp-2 text-sm break-words text-muted">
          {hint}
        </p>
      </div>
    </div>
  )
}
