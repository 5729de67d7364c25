import { Button } from './button.tsx'

type Props = { readonly label: string; readonly isBusy: boolean; readonly onCancel: () => void }

/** The end of a form in a dialog. */
export function DialogActions({ label, isBusy, onCancel }: Props) {
  return (
    <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
      <Button variant="secondary" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" isBusy={isBusy}>
        {label}
      </Button>
    </div>
  )
}
