import { Plus } from 'lucide-react'
import { lazy, Suspense, useId } from 'react'
import { t } from '#foundation/language/t.ts'
import { uploadMessages } from '#accounts/uploads/messages.ts'
import { PictureUpload } from '#accounts/uploads/ui/picture-upload.tsx'
import type { FormBlock } from '#foundation/db/tables/form-content.ts'
import { blockParts, longestBlockTexts } from '#selling/forms/blocks/form-block.ts'
import { FieldError } from '#web/kit/form/field.tsx'
import { Textarea, TextInput } from '#web/kit/form/text-input.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { type BlockFieldsProps, BlockItems } from './block-items.tsx'
import { itemsOfLines, withItem } from './edit-blocks.ts'

/** The fields that a block's kind uses. */
export function BlockFields(props: BlockFieldsProps) {
  const { block, path, errorAt, onChange } = props
  const { kind } = block
  const parts = blockParts[kind]
  const words = wordsOf(kind)
  return (
    <div className="grid grid-cols-1 gap-5">
      {parts.image !== 'none' && (
        <PictureUpload
          label={kind === 'person' ? t('Portrait') : t('Picture')}
          type="form"
          fills="blocks"
          {...(kind === 'person' && { shape: 'whole' as const })}
          hint={uploadMessages.pictureHint()}
          value={block.image}
          error={errorAt(`${path}.image`)}
          onChange={(image) => onChange({ image })}
        />
      )}
      <TextInput
        label={words.title}
        required={parts.title === 'required'}
        maxLength={longestBlockTexts.title}
        hint={words.hint}
        placeholder={words.placeholder}
        error={errorAt(`${path}.title`)}
        value={block.title}
        onChange={({ target }) => onChange({ title: target.value })}
      />
      {parts.text !== 'none' && (
        <RichText
          label={kind === 'picture' ? t('Caption') : t('Text')}
          isRequired={parts.text === 'required'}
          text={block.text}
          error={errorAt(`${path}.text`)}
          onChange={(text) => onChange({ text })}
        />
      )}
      {kind === 'inside' ? (
        <Textarea
          label={t('Lines')}
          required
          rows={4}
          hint={t('Up to {most}, one per line. Each gets a check mark.', { most: parts.most })}
          placeholder={[t('12 video lessons'), t('Printable practice sheets')].join('\n')}
          error={errorAt(`${path}.items`)}
          value={block.items.map(({ title }) => title).join('\n')}
          onChange={({ target }) => onChange((now) => ({ items: itemsOfLines(target.value, now.items) }))}
        />
      ) : (
        parts.most > 0 && <Items {...props} />
      )}
    </div>
  )
}

function wordsOf(kind: FormBlock['kind']) {
  if (kind === 'person') return { title: t('Name'), placeholder: undefined, hint: undefined }
  if (kind === 'picture')
    return {
      title: t('What the picture shows'),
      placeholder: t('The workbook, open at the first exercise'),
      hint: t('For buyers who cannot see it.'),
    }
  const placeholders = { proof: t('What others say'), logos: t('As seen in') }
  const placeholder = kind === 'proof' || kind === 'logos' ? placeholders[kind] : undefined
  return { title: t('Heading'), placeholder, hint: undefined }
}

function Items({ block, path, errorAt, onChange }: BlockFieldsProps) {
  const { most } = blockParts[block.kind]
  const errorId = useId()
  const hasItemError = block.items.some((_, place) => errorAt(`${path}.items.${place}`) !== undefined)
  const error = hasItemError ? undefined : errorAt(`${path}.items`)
  const labels = { faq: t('Add question'), proof: t('Add testimonial'), logos: t('Add logo') } as const
  const { kind } = block
  return (
    <>
      <BlockItems block={block} path={path} errorAt={errorAt} onChange={onChange} />
      <div>
        <Button
          variant="secondary"
          disabled={block.items.length >= most}
          data-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId}
          onClick={() => onChange(withItem)}
        >
          <Plus aria-hidden className="size-5" />
          {kind === 'faq' || kind === 'proof' || kind === 'logos' ? labels[kind] : ''}
        </Button>
      </div>
      <FieldError id={errorId} message={error} />
    </>
  )
}

const DescriptionEditor = lazy(async () => ({
  default: (await import('../description/description-editor.tsx')).DescriptionEditor,
}))

type RichTextProps = {
  readonly label: string
  readonly isRequired: boolean
  readonly text: string
  readonly error: string | undefined
  readonly onChange: (markdown: string) => void
}

/** A text with emphasis, lists and links, like the description. */
export function RichText({ label, isRequired, text, error, onChange }: RichTextProps) {
  const id = useId()
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <p id={id} className="flex min-h-6 items-center gap-1.5 font-medium">
        {label}
        {isRequired && (
          <span aria-hidden className="-ml-1 text-danger">
            *
          </span>
        )}
      </p>
      <Suspense
        fallback={
          <div aria-busy className="control mt-11.5 min-h-36 whitespace-pre-line text-muted">
            {text}
          </div>
        }
      >
        <DescriptionEditor
          text={text}
          format="markdown"
          onChange={onChange}
          attributes={{
            'aria-required': String(isRequired),
            'aria-labelledby': id,
            'aria-invalid': String(error !== undefined),
            ...(error !== undefined && { 'aria-describedby': `${id}-error` }),
          }}
        />
      </Suspense>
      <FieldError id={`${id}-error`} message={error} />
    </div>
  )
}
