import { Button } from './button.tsx'

type Props = { readonly label: string; readonly isBusy: boolean; readonly onCancel: () => void }

/** The end of a form in a dialog: in sight also where the dialog is longer than the screen is high, unless that leaves no room for the fields. */
export function DialogActions({ label, isBusy, onCancel }: Props) {
  return (
    <div className="-bottom-6 z-10 -mx-6 -mb-6 flex flex-col-reverse gap-3 bg-surface px-6 pt-3 pb-6 sm:flex-row [@media(min-height:32rem)]:sticky sm:justify-end">
      <Button variant="secondary" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" isBusy={isBusy}>
        {label}
      </Button>
    </div>
  )
}
