import { Select } from '#web/kit/form/select.tsx'
import { SwitchRow } from '#web/kit/form/switch.tsx'
import type { Quiet } from '../letters/quiet.ts'

type Props = { readonly quiet: Quiet | null; readonly onChange: (quiet: Quiet | null) => void }

const usual: Quiet = { from: 22, to: 7 }
const hourFormat = new Intl.DateTimeFormat('en-US', { hour: 'numeric', timeZone: 'UTC' })
const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: hourFormat.format(Date.UTC(2026, 0, 1, hour)),
}))

/** The hours in which nothing is sent. They end at another hour than they begin. */
export function QuietFields({ quiet, onChange }: Props) {
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="sr-only">Quiet hours</legend>
      <SwitchRow
        label="Quiet hours"
        hint="No emails, and nothing on your devices. When they end, one email tells you all that happened."
        checked={quiet !== null}
        onChange={() => onChange(quiet === null ? usual : null)}
      />
      {quiet !== null && (
        <div className="grid grid-cols-2 gap-4">
          <Select
            label="From"
            options={hours.filter(({ value }) => value !== String(quiet.to))}
            value={String(quiet.from)}
            onChange={({ target }) => onChange({ ...quiet, from: Number(target.value) })}
          />
          <Select
            label="To"
            options={hours.filter(({ value }) => value !== String(quiet.from))}
            value={String(quiet.to)}
            onChange={({ target }) => onChange({ ...quiet, to: Number(target.value) })}
          />
        </div>
      )}
    </fieldset>
  )
}
