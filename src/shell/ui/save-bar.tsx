import { Button } from './button.tsx'

type Props = { readonly isDirty: boolean; readonly isBusy: boolean; readonly label: string }

/** The save button of a long editor, always in sight. */
export function SaveBar({ isDirty, isBusy, label }: Props) {
  return (
    <div className="sticky bottom-4 z-10 flex items-center justify-end gap-4 rounded-2xl border border-line bg-surface p-3 shadow-float">
      {isDirty && <span className="text-muted">Not saved yet</span>}
      <Button type="submit" isBusy={isBusy}>
        {label}
      </Button>
    </div>
  )
}
