import { colorSchemes } from '#buying/checkout/page/color-scheme.ts'
import { readableTextColor } from '#buying/checkout/page/page-theme.ts'
import { ColorInput } from '#web/kit/form/color-input.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { contrastRatio } from './contrast.ts'
import { useFormFields } from './use-form-fields.ts'

const schemeLabels = {
  automatic: 'As the device; light on your own site',
  light: 'Light',
  dark: 'Dark',
  device: 'As the device, on your own site as well',
} as const

const schemeOptions = colorSchemes.map((value) => ({ value, label: schemeLabels[value] }))

export function LookSection() {
  const { register, change, watch, errorOf } = useFormFields()
  const themeColor = watch('themeColor') ?? ''
  const buttonTextColor = watch('buttonTextColor') ?? ''
  const isFree = watch('priceType') !== 'RecurringPrice' && (watch('amount') ?? 0) === 0
  return (
    <Section title="Look" lead="Your colors on the payment page, and the words on its button.">
      <TextInput
        label="Button text"
        maxLength={120}
        placeholder={isFree ? 'Get it for free' : 'Pay'}
        info="A total above zero is shown beside it."
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
      <ContrastHint themeColor={themeColor} buttonTextColor={buttonTextColor} />
      <Select
        label="Light or dark"
        options={schemeOptions}
        info="Buyers whose device is dark see a dark page, unless you choose otherwise. The preview shows both."
        error={errorOf('colorScheme')}
        {...register('colorScheme')}
      />
    </Section>
  )
}

type Colors = { readonly themeColor: string; readonly buttonTextColor: string }

/** 4.5 is what WCAG 2.2 AA asks of text of this size; below it, buyers see the text in black or white. */
function ContrastHint({ themeColor, buttonTextColor }: Colors) {
  const ratio = contrastRatio(themeColor, buttonTextColor)
  if (ratio === null) return null
  const shown = readableTextColor(themeColor, buttonTextColor)
  const isReplaced = shown !== null
  return (
    <div className="grid justify-items-start gap-3">
      <output className={isReplaced ? 'text-warning' : 'text-success'}>
        Contrast {ratio.toFixed(1)} : 1.{' '}
        {isReplaced
          ? `That is hard to read, and 4.5 : 1 is needed: buyers see the text in ${shown.name}, as below.`
          : 'The button is easy to read.'}
      </output>
      {isReplaced && (
        <span
          className="rounded-xl px-5 py-2.5 font-semibold"
          style={{ background: themeColor, color: shown.color }}
        >
          Text in {shown.name}
        </span>
      )}
    </div>
  )
}
