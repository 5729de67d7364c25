import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { t } from '#foundation/language/t.ts'
import { uploadMessages } from '#accounts/uploads/messages.ts'
import { PictureUpload } from '#accounts/uploads/ui/picture-upload.tsx'
import type { BlockItem, BlockKind, FormBlock } from '#foundation/db/tables/form-content.ts'
import { movedTo } from '#foundation/values/moved-to.ts'
import { blockParts, longestBlockTexts } from '#selling/forms/blocks/form-block.ts'
import { Textarea, TextInput } from '#web/kit/form/text-input.tsx'
import { IconButton } from '#web/kit/layout/button.tsx'

type Changes = Partial<FormBlock>

export type BlockFieldsProps = {
  readonly block: FormBlock
  /** The block's field, such as `blocks.0`. */
  readonly path: string
  readonly errorAt: (path: string) => string | undefined
  readonly onChange: (changes: Changes | ((block: FormBlock) => Changes)) => void
}

/** The questions, testimonials or logos of a block. */
export function BlockItems({ block, path, errorAt, onChange }: BlockFieldsProps) {
  const replace = (place: number, changes: Partial<BlockItem>) =>
    onChange(({ items }) => ({
      items: items.map((item, at) => (at === place ? { ...item, ...changes } : item)),
    }))
  const last = block.items.length - 1
  return (
    <ol className="grid grid-cols-1 gap-4">
      {block.items.map((item, place) => {
        const name = nameOf(block.kind, place + 1)
        const move = (by: -1 | 1) => onChange(({ items }) => ({ items: movedTo(items, place, place + by) }))
        return (
          // Items have no ids, and their fields show exactly what is stored.
          <li key={place} className="grid grid-cols-1 gap-4 rounded-2xl bg-sunken p-4">
            <div className="flex items-center gap-2">
              <p className="flex-1 font-semibold">{name}</p>
              <div className="-me-2 flex">
                <IconButton
                  label={t('Move {name} up', { name })}
                  disabled={place === 0}
                  onClick={() => move(-1)}
                >
                  <ArrowUp aria-hidden className="size-5" />
                </IconButton>
                <IconButton
                  label={t('Move {name} down', { name })}
                  disabled={place === last}
                  onClick={() => move(1)}
                >
                  <ArrowDown aria-hidden className="size-5" />
                </IconButton>
                <IconButton
                  label={t('Remove {name}', { name })}
                  onClick={() => onChange(({ items }) => ({ items: items.toSpliced(place, 1) }))}
                >
                  <Trash2 aria-hidden className="size-5" />
                </IconButton>
              </div>
            </div>
            <ItemFields
              kind={block.kind}
              item={item}
              errorAt={(field) => errorAt(`${path}.items.${place}.${field}`)}
              onChange={(changes) => replace(place, changes)}
            />
          </li>
        )
      })}
    </ol>
  )
}

function nameOf(kind: BlockKind, number: number): string {
  if (kind === 'proof') return t('Testimonial {number}', { number })
  return kind === 'logos' ? t('Logo {number}', { number }) : t('Question {number}', { number })
}

type ItemProps = {
  readonly kind: BlockKind
  readonly item: BlockItem
  readonly errorAt: (field: keyof BlockItem) => string | undefined
  readonly onChange: (changes: Partial<BlockItem>) => void
}

function ItemFields({ kind, item, errorAt, onChange }: ItemProps) {
  const { image, text } = blockParts[kind].item
  return (
    <>
      <TextInput
        label={kind === 'faq' ? t('Question') : t('Name')}
        required
        maxLength={longestBlockTexts.itemTitle}
        placeholder={kind === 'faq' ? t('Do I need any experience?') : undefined}
        error={errorAt('title')}
        value={item.title}
        onChange={({ target }) => onChange({ title: target.value })}
      />
      {text !== 'none' && (
        <Textarea
          label={kind === 'faq' ? t('Answer') : t('What they say')}
          required
          rows={3}
          maxLength={longestBlockTexts.itemText}
          hint={t('**Bold**, *italic*, lists and links work here.')}
          error={errorAt('text')}
          value={item.text}
          onChange={({ target }) => onChange({ text: target.value })}
        />
      )}
      {image !== 'none' && (
        <PictureUpload
          label={kind === 'logos' ? t('Logo') : t('Portrait')}
          type="form"
          fills="blocks"
          shape="whole"
          hint={uploadMessages.pictureHint()}
          value={item.image}
          error={errorAt('image')}
          onChange={(address) => onChange({ image: address })}
        />
      )}
    </>
  )
}
