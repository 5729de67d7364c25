import { useState } from 'react'
import { Select } from '#web/kit/form/select.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { useZone } from '#web/kit/browser/zone.ts'
import { daySpans, type Days } from './day-spans.ts'

const ownChoice = 'own'

/** A choice of days: a span that is asked for often, or one's own; `isTurned` where that ends before it begins. */
export function useDays(initial: Days | 'this-month') {
  const spans = daySpans(new Date(), useZone())
  const [chosen, setChosen] = useState(() => {
    if (initial === 'this-month') return initial
    return spans.find(({ from, to }) => from === initial.from && to === initial.to)?.value ?? ownChoice
  })
  const [own, setOwn] = useState<Days>(initial === 'this-month' ? { from: '', to: '' } : initial)
  const days = chosen === ownChoice ? own : (spans.find(({ value }) => value === chosen) ?? own)
  const isTurned = days.from !== '' && days.to !== '' && days.from > days.to
  return { days, isTurned, spans, chosen, setChosen, own, setOwn }
}

type Props = { readonly choice: ReturnType<typeof useDays>; readonly hint: string }

export function DaysFields({ choice, hint }: Props) {
  const { spans, chosen, setChosen, own, setOwn, isTurned } = choice
  return (
    <>
      <Select
        label="Days"
        hint={hint}
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
        options={[...spans, { value: ownChoice, label: 'Choose days' }]}
      />
      {chosen === ownChoice && (
        <div className="grid gap-5 sm:grid-cols-2">
          <TextInput
            label="From"
            type="date"
            value={own.from}
            onChange={(event) => setOwn({ ...own, from: event.target.value })}
          />
          <TextInput
            label="To"
            type="date"
            value={own.to}
            onChange={(event) => setOwn({ ...own, to: event.target.value })}
            error={isTurned ? 'This date is before the start date' : undefined}
          />
        </div>
      )}
    </>
  )
}
