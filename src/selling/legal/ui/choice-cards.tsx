type Option<Value extends string> = readonly [value: Value, label: string, hint: string]

type Props<Value extends string> = {
  /** The question for screen readers. Other people see it as the heading above. */
  readonly legend: string
  readonly name: string
  readonly options: readonly Option<Value>[]
  readonly chosen: Value
  readonly onChoose: (value: Value) => void
}

export function ChoiceCards<Value extends string>({ legend, name, options, chosen, onChoose }: Props<Value>) {
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{legend}</legend>
      {options.map(([value, label, hint]) => (
        <label
          key={value}
          className="flex cursor-pointer items-start gap-3 rounded-xl border border-line p-4 has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-2 has-focus-visible:outline-brand"
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => onChoose(value)}
            className="mt-1 size-4.5 shrink-0 accent-brand-fill outline-none"
          />
          <span className="min-w-0 font-medium">
            {label}
            <small className="block text-sm font-normal text-pretty text-muted">{hint}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
