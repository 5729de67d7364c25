import { Plus } from 'lucide-react'
import { useState } from 'react'
import { msg, say, t } from '#foundation/language/t.ts'
import { movedTo } from '#foundation/values/moved-to.ts'
import { askedForms } from '#selling/forms/form-fields.ts'
import { mostFields } from '#selling/forms/fields/form-field.ts'
import { FieldError } from '#web/kit/form/field.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { SwitchRow } from '#web/kit/form/switch.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { FoldedSection } from '#web/kit/layout/section.tsx'
import { useMovableRows } from '#web/kit/list/movable-rows.tsx'
import { useFormFields } from '../editor/use-form-fields.ts'
import { namedPrices } from '../prices/price-ticks.tsx'
import { questionsOf, slugOf } from './edit-questions.ts'
import { QuestionDialog } from './question-dialog.tsx'
import { QuestionRow } from './question-row.tsx'

/** More questions than this discourage buyers. */
const few = 5

/** What the payment page asks besides email and name. */
export function QuestionsSection() {
  const { watch, getValues, change, errorOf, rejectedPaths } = useFormFields()
  const [editing, setEditing] = useState<'new' | number | null>(null)
  watch(['prices', 'priceId', 'priceLabel'])
  const questions = questionsOf(watch('fields'))
  const [asksFor, sellsToBusinesses] = watch(['asksFor', 'sellsToBusinesses'])
  const prices = namedPrices(getValues())
  const problems = rejectedPaths('fields')
  const problemAt = (place: number) =>
    Object.entries(problems).find(([path]) => path.startsWith(`fields.${place}.`))?.[1]
  const isFull = questions.length >= mostFields
  const { list, announced, movesOf } = useMovableRows({
    count: questions.length,
    nameOf: (place) => questions[place]?.label ?? '',
    onMove: (from, to) => change('fields', movedTo(questions, from, to)),
  })

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
                onEdit={() => setEditing(place)}
                onRemove={() => change('fields', questions.toSpliced(place, 1))}
                {...movesOf(place)}
              />
            )
          })}
        </ol>
      )}
      <output className="sr-only">{announced}</output>
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
