import { useId } from 'react'
import { t } from '#foundation/language/t.ts'
import { problemsByPlace } from '#selling/timers/ui/timer-problems.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { FieldError } from '#web/kit/form/field.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import type { Form } from '#selling/forms/contract.ts'
import { type FormValues, idsOf } from '../editor/form-values.ts'
import { useFormFields } from '../editor/use-form-fields.ts'

/** A part of a form that the plan does not include. */
type Part = {
  readonly field: keyof FormValues
  readonly noun: string
  readonly title: string
  readonly error: string | undefined
  readonly takeOff: () => void
}

/** The form's saved parts from a larger plan, which can be removed one by one. */
export function DisabledByPlanSection({ stored }: { readonly stored: Form }) {
  const parts = useParts(stored)
  if (parts.length === 0) return null
  return (
    <Section
      title={t('Saved for when you return to Growth')}
      lead={t(
        'These are not part of your plan, so buyers do not see or pay for them. If you remove one, you need Growth to add it again.',
      )}
    >
      <ul className="grid gap-3">
        {parts.map((part, place) => (
          <DisabledPart key={`${part.field} ${place}`} part={part} />
        ))}
      </ul>
    </Section>
  )
}

function DisabledPart({ part: { field, noun, title, error, takeOff } }: { readonly part: Part }) {
  const errorId = useId()
  return (
    <li
      data-field={field}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-2xl border border-line px-4 py-3"
    >
      <div className="min-w-0 flex-1 basis-48">
        <p className="text-sm text-muted">{noun}</p>
        <p className="font-medium break-words">{title}</p>
        <FieldError id={errorId} message={error} />
      </div>
      <Button
        variant="secondary"
        aria-label={t('Remove {title}', { title })}
        data-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : errorId}
        onClick={takeOff}
      >
        {t('Remove')}
      </Button>
    </li>
  )
}

function useParts({ bumps, otoSequenceList, oneTimeOffer, tax }: Form): Part[] {
  const { change, watch, errorOf, rejectedPaths } = useFormFields()
  const titles = new Map([...bumps, ...otoSequenceList].map(({ id, title }) => [id, title]))
  const bumpsOf = (field: 'bumps' | 'otoSequenceList', noun: string): Part[] => {
    const ids = idsOf(watch(field))
    const others = (id: string) => ids.filter((other) => other !== id)
    return ids.map((id) => ({
      field,
      noun,
      title: titles.get(id) ?? noun,
      error: errorOf(field),
      takeOff: () => change(field, others(id)),
    }))
  }
  const single = (field: 'oneTimeOffer' | 'taxId', noun: string, title: string | null): Part[] =>
    title === null || (watch(field) ?? null) === null
      ? []
      : [{ field, noun, title, error: errorOf(field), takeOff: () => change(field, null) }]
  const timers = watch('timers') ?? []
  const problems = problemsByPlace(rejectedPaths('timers'))
  return [
    ...bumpsOf('bumps', t('Order bump')),
    ...single('oneTimeOffer', t('One-time offer'), oneTimeOffer && oneTimeOffer.title),
    ...bumpsOf('otoSequenceList', t('Order bump offered after payment')),
    ...single('taxId', t('Tax'), tax && `${tax.title} ${tax.percentage}%`),
    ...timers.map((timer, place) => ({
      field: 'timers' as const,
      noun: t('Timer'),
      title: timer.title,
      error: problems.size > 0 ? Object.values(problems.get(place) ?? {})[0] : errorOf('timers'),
      takeOff: () =>
        change(
          'timers',
          timers.filter((other) => other !== timer),
        ),
    })),
  ]
}
