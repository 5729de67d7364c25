import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { t } from '#foundation/language/t.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { CreateItemDialog, type CreateItemProps } from '#selling/catalog/ui/item-editors.tsx'
import type { Offer } from '#selling/products/contract.ts'
import {
  DescriptionField,
  PictureField,
  PriceFields,
  TitleField,
} from '#selling/products/ui/product-fields.tsx'
import { Field, type FieldProps } from '#web/kit/form/field.tsx'
import { SwitchRow } from '#web/kit/form/switch.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { useFields } from '#web/kit/form/use-fields.ts'
import { newOfferValues, offerForm, offerItem, type OfferValues } from './offer-item.ts'

export function ButtonTextFields() {
  const { field } = useFields<OfferValues>()
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextInput label={t('Accept button text')} required maxLength={120} {...field('acceptButtonText')} />
      <TextInput label={t('Decline button text')} required maxLength={120} {...field('declineButtonText')} />
    </div>
  )
}

export function ActiveField() {
  const { register, watch } = useFormContext<OfferValues>()
  return (
    <SwitchRow
      label={t('Active product')}
      hint={t('Buyers only see active offers.')}
      checked={watch('isActive') ?? true}
      {...register('isActive')}
    />
  )
}

export function TagsField() {
  const { setValue, watch, formState } = useFormContext<OfferValues>()
  const { errors } = formState
  return (
    <TagsInput
      label={t('Tags')}
      info={t('Only you see tags. Use them to find offers.')}
      tags={watch('tags') ?? []}
      onChange={(tags) =>
        setValue('tags', tags, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
      }
      error={errors.tags?.message ?? errors.tags?.find?.((problem) => problem !== undefined)?.message}
    />
  )
}

/** A tag has more characters than this. */
const tooShort = 3
const longest = 50
const most = 30

type Props = Omit<FieldProps, 'hint' | 'required'> & {
  readonly tags: readonly string[]
  readonly onChange: (tags: string[]) => void
}

/**
 * The seller's tags. Enter adds one that is long enough. A tag that is still being typed blocks submitting, so that
 * it is not lost.
 */
function TagsInput({ tags, onChange, error, ...field }: Props) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const typed = text.trim()

  useEffect(() => {
    const form = input.current?.form
    function block(event: Event): void {
      if (typed === '') return
      event.preventDefault()
      event.stopImmediatePropagation()
      setProblem(problemOf(typed, tags) ?? t('Press Enter to add this tag, or remove the text.'))
      input.current?.focus()
    }
    form?.addEventListener('submit', block)
    return () => form?.removeEventListener('submit', block)
  }, [typed, tags])

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // Enter must not submit the form.
    event.preventDefault()
    const found = typed === '' ? undefined : problemOf(typed, tags)
    setProblem(found)
    if (typed === '' || found !== undefined) return
    if (!tags.includes(typed)) onChange([...tags, typed])
    setText('')
  }

  return (
    <Field
      {...field}
      error={problem ?? error}
      hint={t('Press Enter to add a tag of more than 3 characters.')}
    >
      {(control) => (
        <div className="grid gap-3">
          <input
            {...control}
            ref={input}
            autoComplete="off"
            enterKeyHint="enter"
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setProblem(undefined)
            }}
            onKeyDown={onKeyDown}
            className="control"
          />
          {tags.length > 0 && (
            <ul aria-label={field.label} className="flex flex-wrap gap-2">
              {tags.map((tag) => (
                <li
                  key={tag}
                  className="flex max-w-full items-center rounded-full bg-brand-soft pl-3.5 font-medium text-brand"
                >
                  <span className="truncate">{tag}</span>
                  <button
                    type="button"
                    aria-label={t('Remove {tag}', { tag })}
                    className="grid size-8 shrink-0 place-items-center rounded-full hover:bg-brand-fill hover:text-white"
                    onClick={() => onChange(tags.filter((other) => other !== tag))}
                  >
                    <X aria-hidden className="size-4" />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Field>
  )
}

function problemOf(tag: string, tags: readonly string[]): string | undefined {
  const { length } = Array.from(tag)
  if (length <= tooShort) return messages.min(tooShort + 1)
  if (length > longest) return messages.max(longest)
  return tags.length >= most ? messages.most(most) : undefined
}

type CreateOfferDialogProps = CreateItemProps<Offer> & {
  /** The form's currency. */
  readonly currency: string
}

/** Creates a one-time offer for a form. */
export function CreateOfferDialog({ currency, ...dialog }: CreateOfferDialogProps) {
  return (
    <CreateItemDialog
      item={offerItem}
      title={t('Create Offer')}
      description={t('You can add files and change the buttons later.')}
      label={t('Offer')}
      submitLabel={t('Create offer')}
      initial={newOfferValues(currency)}
      {...offerForm}
      {...dialog}
    >
      <TitleField label={t('Name')} placeholder={t('A private lesson, half price')} />
      <DescriptionField placeholder={t('Why should they take it now?')} />
      <PictureField type="divers" />
      <PriceFields />
      <ActiveField />
      <TagsField />
    </CreateItemDialog>
  )
}
