import { zodResolver } from '@hookform/resolvers/zod'
import { useFormContext } from 'react-hook-form'
import { say, t } from '#foundation/language/t.ts'
import { fieldKinds, hasOptions, kindLabels, longestFieldTexts } from '#selling/forms/fields/form-field.ts'
import { EditorDialog } from '#web/kit/dialog/editor-dialog.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { SwitchRow } from '#web/kit/form/switch.tsx'
import { Textarea, TextInput } from '#web/kit/form/text-input.tsx'
import { type NamedPrice, PriceTicks } from '../prices/price-ticks.tsx'
import {
  type EditedQuestion,
  newQuestion,
  type TypedQuestion,
  typedOf,
  typedQuestion,
} from './edit-questions.ts'

type Asked = Omit<EditedQuestion, 'slug' | 'texts'>

type Props = {
  readonly isOpen: boolean
  /** Null to create a question. */
  readonly question: EditedQuestion | null
  /** The stored prices of the form. If there are several, a question can be for some of them. */
  readonly prices: readonly NamedPrice[]
  readonly onClose: () => void
  readonly onSave: (question: Asked) => void
}

const check = zodResolver<TypedQuestion, unknown, Asked>(typedQuestion)
const names = ['label', 'kind', 'lines', 'hint', 'isRequired', 'priceIds'] as const

/** Creates or edits a question. */
export function QuestionDialog({ isOpen, question, prices, onClose, onSave }: Props) {
  return (
    <EditorDialog<TypedQuestion, Asked>
      isOpen={isOpen}
      title={question === null ? t('Add question') : t('Edit question')}
      description={t('Buyers answer it on the payment page. Answers already given do not change.')}
      label={t('Question')}
      submitLabel={question === null ? t('Add question') : t('Apply')}
      initial={question === null ? newQuestion : typedOf(question)}
      resolver={check}
      names={[...names]}
      failure={t('The question could not be saved')}
      onClose={onClose}
      onSave={async (made) => {
        onSave(made)
        return null
      }}
    >
      <QuestionFields prices={prices} />
    </EditorDialog>
  )
}

function QuestionFields({ prices }: Pick<Props, 'prices'>) {
  const { register, watch, setValue, formState } = useFormContext<TypedQuestion>()
  const { errors } = formState
  const kind = fieldKinds.find((one) => one === watch('kind')) ?? 'text'
  const options = { shouldDirty: true, shouldTouch: true, shouldValidate: true } as const
  return (
    <>
      <TextInput
        label={t('Question')}
        required
        maxLength={longestFieldTexts.label}
        placeholder={t('T-shirt size')}
        error={errors.label?.message}
        {...register('label')}
      />
      <Select
        label={t('Answer')}
        options={fieldKinds.map((value) => ({ value, label: say(kindLabels[value]) }))}
        error={errors.kind?.message}
        {...register('kind')}
      />
      {hasOptions(kind) && (
        <Textarea
          label={t('Options, one per line')}
          required
          rows={4}
          placeholder={['S', 'M', 'L'].join('\n')}
          error={errors.lines?.message}
          {...register('lines')}
        />
      )}
      <TextInput
        label={t('Hint')}
        maxLength={longestFieldTexts.hint}
        hint={t('A line below the field that helps buyers answer.')}
        error={errors.hint?.message}
        {...register('hint')}
      />
      <SwitchRow
        label={t('Required')}
        hint={kind === 'checkbox' ? t('Buyers must tick it to pay.') : t('Buyers must answer it to pay.')}
        checked={watch('isRequired')}
        onChange={({ target: { checked } }) => setValue('isRequired', checked, options)}
      />
      {prices.length > 1 && (
        <PriceTicks
          field="priceIds"
          label={t('Asked for')}
          prices={prices}
          chosen={watch('priceIds')}
          error={errors.priceIds?.message}
          onChange={(ids) => setValue('priceIds', ids, options)}
        />
      )}
    </>
  )
}
