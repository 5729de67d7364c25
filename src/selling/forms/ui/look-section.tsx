import { ColorInput } from '#web/kit/color-input.tsx'
import { Section } from '#web/kit/section.tsx'
import { TextInput } from '#web/kit/text-input.tsx'
import { contrastRatio } from './contrast.ts'
import { useFormFields } from './use-form-fields.ts'

export function LookSection() {
  const { register, change, watch, errorOf } = useFormFields()
  const themeColor = watch('themeColor') ?? ''
  const buttonTextColor = watch('buttonTextColor') ?? ''
  return (
    <Section title="Look" lead="Your colors on the payment page, and the words on its button.">
      <TextInput
        label="Button text"
        maxLength={120}
        placeholder="Pay"
        info="The total is shown beside it."
        error={errorOf('buttonText')}
        {...register('buttonText')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <div data-field="themeColor">
          <ColorInput
            label="Theme color"
            value={themeColor}
            onChange={(color) => change('themeColor', color)}
            error={errorOf('themeColor')}
          />
        </div>
        <div data-field="buttonTextColor">
          <ColorInput
            label="Button text color"
            value={buttonTextColor}
            onChange={(color) => change('buttonTextColor', color)}
            error={errorOf('buttonTextColor')}
          />
        </div>
      </div>
      <ContrastHint ratio={contrastRatio(themeColor, buttonTextColor)} />
    </Section>
  )
}

/** 4.5 is what WCAG 2.2 AA asks of text of this size. */
function ContrastHint({ ratio }: { readonly ratio: number | null }) {
  if (ratio === null) return null
  const isEnough = ratio >= 4.5
  return (
    <output className={isEnough ? 'text-success' : 'text-warning'}>
      Contrast {ratio.toFixed(1)} : 1.{' '}
      {isEnough
        ? 'The button is easy to read.'
        : 'The button is hard to read for many people: 4.5 : 1 or more is better.'}
    </output>
  )
}
