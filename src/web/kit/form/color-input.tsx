import { t } from '#foundation/language/t.ts'
import { plainColor } from '#foundation/typed/read-color.ts'
import { Field, type FieldProps } from './field.tsx'

type Props = FieldProps & {
  /** A color, possibly still being typed. On blur, it becomes `#` with three or six hexadecimal digits. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly isDisabled?: boolean
}

/** A field to pick or type a color. */
export function ColorInput({ value, onChange, isDisabled = false, ...field }: Props) {
  return (
    <Field {...field}>
      {(control) => (
        <div className="flex gap-2">
          <input
            type="color"
            aria-label={t('Pick {label}', { label: field.label })}
            value={sixDigits(value)}
            disabled={isDisabled}
            onChange={(event) => onChange(event.target.value)}
            className="color-picker h-11 w-14 shrink-0 cursor-pointer rounded-xl border border-edge bg-surface p-1"
          />
          <input
            {...control}
            spellCheck={false}
            autoComplete="off"
            value={value}
            disabled={isDisabled}
            onChange={(event) => onChange(event.target.value)}
            onBlur={() => plainColor(value) !== value && onChange(plainColor(value))}
            className="control font-mono"
          />
        </div>
      )}
    </Field>
  )
}

/** The browser's color picker supports only six digits. */
function sixDigits(typed: string): string {
  const color = plainColor(typed)
  if (/^#[0-9a-f]{6}$/i.test(color)) return color
  const [, short] = /^#([0-9a-f]{3})$/i.exec(color) ?? []
  return short === undefined ? '#000000' : `#${Array.from(short, (digit) => digit + digit).join('')}`
}
