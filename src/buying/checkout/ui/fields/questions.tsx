import { t } from '#foundation/language/t.ts'
import { foreignUnless } from '#foundation/language/translations.ts'
import { LiveError } from '#web/kit/feedback/live-error.tsx'
import { askedAt, type AskedField } from '../../fields/asked-fields.ts'
import type { NumberStatus } from '../../fields/asked-details.ts'
import { AdsTick } from './ads-tick.tsx'
import { Details } from './details.tsx'
import { Tick } from './tick.tsx'
import type { PaymentPageData } from '../../page/page-data.ts'

export type QuestionsProps = {
  readonly data: Pick<
    PaymentPageData,
    'form' | 'fields' | 'details' | 'ads' | 'foreign' | 'pricing' | 'quote'
  >
  /** The problems, by the names of their inputs. Missing if there are none. */
  readonly problems?: Readonly<Record<string, string>>
  readonly number?: NumberStatus | null
  /** The chosen country, if the postal code depends on it. */
  readonly country?: string
}

/** The name of the input for a question's answer. */
export const inputName = (slug: string) => `answers.${slug}`

/**
 * The questions that a form asks besides email and name. The browser manages their inputs, so that nothing typed is
 * lost: inputs that belong to another price are only hidden.
 */
export function Questions({ data, problems = {}, number = null, country }: QuestionsProps) {
  const { fields = [], details, ads, foreign, pricing } = data
  const asked = askedAt(fields, pricing.priceId ?? '')
  return (
    <div className="grid gap-4">
      {details && <Details asked={details} problems={problems} number={number} country={country} />}
      {fields.map((field) => (
        <div key={field.slug} hidden={!asked.includes(field)} className="min-w-0">
          <Question field={field} foreign={foreign} problem={problems[inputName(field.slug)] ?? null} />
        </div>
      ))}
      {ads !== undefined && <AdsTick text={ads} />}
    </div>
  )
}

type QuestionProps = {
  readonly field: AskedField
  readonly foreign: PaymentPageData['foreign']
  readonly problem: string | null
}

function Question({ field, foreign, problem }: QuestionProps) {
  const { slug, kind, label, hint, isRequired, options, translated } = field
  const id = `answer-${slug}`
  const own = (text: 'label' | 'hint' | 'options') => foreignUnless(translated?.includes(text), foreign)
  const hinted = hint === '' ? '' : ` ${id}-hint`
  const described = { 'aria-invalid': problem !== null, 'aria-describedby': `${id}-error${hinted}` }
  const shared = {
    ...described,
    id,
    name: inputName(slug),
    required: isRequired,
    className: `control ${problem === null ? '' : 'control-invalid'}`,
  }
  const words = (
    <>
      <span {...own('label')}>{label}</span>
      {!isRequired && <span className="text-muted font-normal"> {t('(optional)')}</span>}
    </>
  )
  const below = (
    <>
      {hint !== '' && (
        <p id={`${id}-hint`} {...own('hint')} className="text-muted text-sm wrap-anywhere">
          {hint}
        </p>
      )}
      <LiveError id={`${id}-error`} text={problem} />
    </>
  )
  if (kind === 'checkbox')
    return (
      <div className="grid gap-1.5 text-sm">
        <Tick name={shared.name} value="true" attributes={{ ...described, required: isRequired }}>
          {words}
        </Tick>
        {below}
      </div>
    )
  if (kind === 'choices')
    return (
      <fieldset aria-describedby={described['aria-describedby']} className="grid gap-3 text-sm">
        <legend className="mb-1.5 font-medium wrap-anywhere">{words}</legend>
        {options.map(({ value, label: option }) => (
          <Tick
            key={value}
            name={shared.name}
            value={value}
            attributes={{ 'aria-invalid': described['aria-invalid'] }}
          >
            <span {...own('options')}>{option}</span>
          </Tick>
        ))}
        {below}
      </fieldset>
    )
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium wrap-anywhere">
        {words}
      </label>
      {kind === 'choice' ? (
        <select {...shared}>
          <option value="">{t('Choose…')}</option>
          {options.map(({ value, label: option }) => (
            <option key={value} value={value} {...own('options')}>
              {option}
            </option>
          ))}
        </select>
      ) : kind === 'long_text' ? (
        <textarea {...shared} rows={3} />
      ) : (
        <input {...shared} {...inputs[kind]} />
      )}
      {below}
    </div>
  )
}

const inputs = {
  text: { type: 'text' },
  phone: { type: 'tel', autoComplete: 'tel' },
  number: { type: 'text', inputMode: 'decimal', autoComplete: 'off' },
  date: { type: 'date', autoComplete: 'off' },
} as const
