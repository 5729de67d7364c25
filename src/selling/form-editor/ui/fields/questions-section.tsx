import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { msg, say, t } from '#foundation/language/t.ts'
import { askedForms } from '#selling/forms/form-fields.ts'
import { mostFields } from '#selling/forms/fields/form-field.ts'
import { FieldError } from '#web/kit/form/field.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { SwitchRow } from '#web/kit/form/switch.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { FoldedSection } from '#web/kit/layout/section.tsx'
import { useFormFields } from '../editor/use-form-fields.ts'
import { pricesOf } from '../prices/arrange-prices.ts'
import { movedTo, questionsOf, slugOf } from './edit-questions.ts'
import { QuestionDialog } from './question-dialog.tsx'
import { QuestionRow } from './question-row.tsx'

/** More questions than this discourage buyers. */
const few = 5

type Move = { readonly place: number; readonly by: -1 | 1; readonly text: string }

/** What the payment page asks besides email and name. */
export function QuestionsSection() {
  const { watch, getValues, change, errorOf, rejectedPaths } = useFormFields()
  const [editing, setEditing] = useState<'new' | number | null>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const [target, setTarget] = useState<number | null>(null)
  const [move, setMove] = useState<Move | null>(null)
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    // Rows swap places, so the focus follows the moved row.
    const [up, down] = list.current?.children[move?.place ?? -1]?.querySelectorAll('button') ?? []
    const [wanted, other] = move?.by === -1 ? [up, down] : [down, up]
    const focused = wanted?.disabled === true ? other : wanted
    focused?.focus()
  }, [move])
  watch(['prices', 'priceId', 'priceLabel'])
  const questions = questionsOf(watch('fields'))
  const [asksFor, sellsToBusinesses] = watch(['asksFor', 'sellsToBusinesses'])
  const prices = pricesOf(getValues()).flatMap(({ id, label, state }) =>
    id === null || state === 'retired' ? [] : [{ id, name: label.trim() || t('Unnamed') }],
  )
  const problems = rejectedPaths('fields')
  const problemAt = (place: number) =>
    Object.entries(problems).find(([path]) => path.startsWith(`fields.${place}.`))?.[1]
  const isFull = questions.length >= mostFields
  const moveTo = (from: number, to: number) => change('fields', [...movedTo(questions, from, to)])
  const moveBy = (place: number, by: -1 | 1) => {
    const to = place + by
    if (to < 0 || to >= questions.length) return undefined
    return () => {
      moveTo(place, to)
      const text = t('{name} is number {place} of {count}', {
        name: questions[place]?.label ?? '',
        place: to + 1,
        count: questions.length,
      })
      setMove({ place: to, by, text })
    }
  }
  const drop = () => {
    setDragged(null)
    setTarget(null)
  }

  return (
    <FoldedSection
      title={t('Questions')}
      lead={t('What buyers answer before they pay, besides email and name.')}
      isUsed={questions.length > 0 || asksFor !== 'nothing' || sellsToBusinesses}
    >
      <AskedDetails />
      {questions.length > 0 && (
        <ol ref={list} aria-label={t('Questions')} className="grid gap-3">
          {questions.map((question, place) => {
            const problem = problemAt(place)
            const named = prices.filter(({ id }) => question.priceIds?.includes(id))
            return (
              <QuestionRow
                key={question.slug}
                question={question}
                prices={question.priceIds && named.map(({ name }) => name)}
                problem={typeof problem === 'string' ? problem : undefined}
                isTarget={dragged !== null && target === place && dragged !== place}
                onEdit={() => setEditing(place)}
                onRemove={() => change('fields', questions.toSpliced(place, 1))}
                onUp={moveBy(place, -1)}
                onDown={moveBy(place, 1)}
                drag={{
                  onDragStart: ({ dataTransfer }) => {
                    dataTransfer.effectAllowed = 'move'
                    setDragged(place)
                  },
                  onDragOver: (event) => {
                    if (dragged === null) return
                    event.preventDefault()
                    setTarget(place)
                  },
                  onDrop: (event) => {
                    event.preventDefault()
                    if (dragged !== null) moveTo(dragged, place)
                    drop()
                  },
                  onDragEnd: drop,
                }}
              />
            )
          })}
        </ol>
      )}
      <output className="sr-only">{move?.text}</output>
      {questions.length > few && (
        <p className="rounded-2xl bg-brand-soft px-4 py-3 text-pretty">
          {t(
            'That is a lot to fill in before paying. Ask only for what you need to deliver; the rest can wait.',
          )}
        </p>
      )}
      <div data-field="fields">
        <Button variant="secondary" disabled={isFull} onClick={() => setEditing('new')}>
          <Plus aria-hidden className="size-5" />
          {t('Add question')}
        </Button>
      </div>
      <FieldError
        id="fields-error"
        message={Object.keys(problems).length > 0 ? undefined : errorOf('fields')}
      />
      <a href="/help/questions" target="_blank" rel="noreferrer" className="link justify-self-start text-sm">
        {t('How questions and answers work')}
      </a>
      <QuestionDialog
        key={editing === null ? 'closed' : String(editing)}
        isOpen={editing !== null}
        question={typeof editing === 'number' ? (questions[editing] ?? null) : null}
        prices={prices}
        onClose={() => setEditing(null)}
        onSave={(asked) => {
          const known = typeof editing === 'number' ? questions[editing] : undefined
          const { slug, texts } = known ?? {
            slug: slugOf(
              asked.label,
              questions.map((question) => question.slug),
            ),
            texts: {},
          }
          const question = { ...asked, slug, texts }
          change(
            'fields',
            typeof editing === 'number' ? questions.with(editing, question) : [...questions, question],
          )
          setEditing(null)
        }}
      />
    </FoldedSection>
  )
}

const askedLabels = {
  nothing: msg('Nothing'),
  country: msg('Country'),
  address: msg('Country and address'),
} as const

/** What the page asks buyers for the invoice. */
function AskedDetails() {
  const { field, watch, change } = useFormFields()
  return (
    <>
      <Select
        label={t('For the invoice')}
        options={askedForms.map((value) => ({ value, label: say(askedLabels[value]) }))}
        hint={t('The right of withdrawal follows the country that buyers choose.')}
        {...field('asksFor')}
      />
      <SwitchRow
        label={t('Business buyers')}
        hint={t('Buyers can enter their company and tax number before paying.')}
        checked={watch('sellsToBusinesses') ?? false}
        onChange={({ target: { checked } }) => change('sellsToBusinesses', checked)}
      />
    </>
  )
}
