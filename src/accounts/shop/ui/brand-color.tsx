import { Button } from '#web/kit/layout/button.tsx'
import { ColorInput } from '#web/kit/form/color-input.tsx'

type Props = {
  readonly value: string | null
  readonly onChange: (color: string | null) => void
  readonly isDisabled: boolean
  readonly error: string | undefined
}

/** A suggestion to start from: what a new form has. */
const firstColor = '#7F1CCF'

/** The color of the shop, or none. */
export function BrandColor({ value, onChange, isDisabled, error }: Props) {
  const hint =
    'Of emails, purchase pages and invoices; what would be hard to read is made darker or lighter. A payment page has the colors of its form.'
  if (value === null) {
    return (
      <div className="grid justify-items-start gap-1.5">
        <p className="font-medium">Brand color</p>
        <Button variant="secondary" disabled={isDisabled} onClick={() => onChange(firstColor)}>
          Choose a color
        </Button>
        <p className="text-sm text-muted">{hint}</p>
      </div>
    )
  }
  return (
    <div className="grid justify-items-start gap-2">
      <ColorInput
        label="Brand color"
        value={value}
        onChange={onChange}
        isDisabled={isDisabled}
        error={error}
        hint={hint}
      />
      {!isDisabled && (
        <Button variant="secondary" onClick={() => onChange(null)}>
          No brand color
        </Button>
      )}
    </div>
  )
}
