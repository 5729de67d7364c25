import { Trash2 } from 'lucide-react'
import { useId } from 'react'
import { t } from '#foundation/language/t.ts'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { IconButton } from '#web/kit/layout/button.tsx'
import type { TypedRegion } from './typed-regions.ts'

type Props = {
  /** The country's. */
  readonly name: string
  readonly row: TypedRegion
  readonly problems: Partial<Record<'title' | 'percentage', string>>
  readonly mayChange: boolean
  readonly onChange: (change: Partial<TypedRegion>) => void
  readonly onRemove: () => void
}

export function RegionRow({ name, row, problems, mayChange, onChange, onRemove }: Props) {
  const { country, title, percentage, inclusive } = row
  const id = useId()
  return (
    <li
      role="group"
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)_7rem_2.5rem] items-start gap-x-3 gap-y-2 border-t border-line pt-4 first:border-0 first:pt-0"
    >
      <div className="col-span-2 flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p id={id} className="font-semibold break-words">
          {name}
        </p>
        <label className="flex min-h-6 items-center gap-2 text-sm text-muted">
          <input
            type="checkbox"
            name={`${country}.inclusive`}
            className="size-5 accent-brand-fill"
            checked={inclusive}
            disabled={!mayChange}
            onChange={({ target: { checked } }) => onChange({ inclusive: checked })}
          />
          {t('Included in the price')}
        </label>
      </div>
      {mayChange && (
        <IconButton
          label={t('Remove {name}', { name })}
          className="col-start-3 row-start-1 -mt-1"
          onClick={onRemove}
        >
          <Trash2 aria-hidden className="size-5" />
        </IconButton>
      )}
      <TextInput
        label={t('Title')}
        name={`${country}.title`}
        maxLength={200}
        value={title}
        disabled={!mayChange}
        error={problems.title}
        onChange={({ target: { value } }) => onChange({ title: value })}
      />
      <TextInput
        label={t('Percentage')}
        name={`${country}.percentage`}
        inputMode="decimal"
        suffix="%"
        value={percentage}
        disabled={!mayChange}
        error={problems.percentage}
        onChange={({ target: { value } }) => onChange({ percentage: value })}
      />
    </li>
  )
}
