import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { readWhole } from '#foundation/typed/read-number.ts'
import { openNames } from '#selling/forms/price/further-price.ts'
import { useFormFields } from '../editor/use-form-fields.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { FieldError } from '#web/kit/form/field.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { timer as timerSchema, type Timer } from '#selling/timers/contract.ts'
import { TimerList, type Editing } from '#selling/timers/ui/timer-list.tsx'
import { timerPricesOf } from './timer-prices-of.ts'
import { problemsByPlace } from '#selling/timers/ui/timer-problems.ts'

export function TimersSection() {
  const { field, watch, change, errorOf, getValues, rejectedPaths } = useFormFields()
  const [editing, setEditing] = useState<Editing>(null)
  const timers = z.array(timerSchema).parse(watch('timers') ?? [])
  const currency = watch('currency')
  // Watches each field, because the first price has separate ones.
  watch(['amount', 'priceType', 'billingInterval', 'billingPeriod', 'cancelAfter', 'priceLabel', 'prices'])
  watch([...openNames])
  const errorId = useId()
  const problems = problemsByPlace(rejectedPaths('timers'))
  // A timer's errors are shown next to it.
  const error = problems.size > 0 ? undefined : errorOf('timers')

  async function save(next: readonly Timer[]): Promise<null> {
    change('timers', [...next])
    return null
  }

  return (
    <Section
      field="timers"
      isLine={timers.length === 0}
      title={t('Timers')}
      lead={t('Change the price or redirect buyers at a set time.')}
    >
      <TimerList
        timers={timers}
        currency={currency}
        prices={timerPricesOf(getValues())}
        mayUpdate
        problems={problems}
        editing={editing}
        onEdit={setEditing}
        onSave={save}
        onRemove={(place) =>
          change(
            'timers',
            timers.filter((_, other) => other !== place),
          )
        }
      />
      <div>
        <Button
          variant="secondary"
          data-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId}
          disabled={timers.length >= 20}
          onClick={() => setEditing('new')}
        >
          <Plus aria-hidden className="size-5" />
          {t('Add timer')}
        </Button>
      </div>
      <FieldError id={errorId} message={error} />
      {timers.length > 0 && (
        <TextInput
          label={t('Price hold')}
          required
          inputMode="numeric"
          suffix={t('minutes')}
          hint={t(
            'After a price increase, buyers who already saw the old price can still pay it for this long (0 to 60 minutes).',
          )}
          {...field('priceGracePeriod', { setValueAs: readWhole })}
        />
      )}
    </Section>
  )
}
