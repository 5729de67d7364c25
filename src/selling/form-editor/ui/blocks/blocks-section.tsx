import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { get, useFormContext } from 'react-hook-form'
import { say, t } from '#foundation/language/t.ts'
import type { FormBlock } from '#foundation/db/tables/form-content.ts'
import { movedTo } from '#foundation/values/moved-to.ts'
import { blockKinds, blockLabels, mostBlocks } from '#selling/forms/blocks/form-block.ts'
import { Menu } from '#web/kit/dialog/menu.tsx'
import { firstMessage } from '#web/kit/feedback/error-message.ts'
import { FieldError } from '#web/kit/form/field.tsx'
import { buttonClass } from '#web/kit/layout/button.tsx'
import { FoldedSection } from '#web/kit/layout/section.tsx'
import { useMovableRows } from '#web/kit/list/movable-rows.tsx'
import type { FormValues } from '../editor/form-values.ts'
import { useFormFields } from '../editor/use-form-fields.ts'
import { BlockRow } from './block-row.tsx'
import { blockIcons } from './block-icons.ts'
import { blocksOf, newBlock } from './edit-blocks.ts'

/** What the payment page says next to the price, block by block. */
export function BlocksSection() {
  const { watch, getValues, errors, errorOf, rejectedPaths } = useFormFields()
  const { setValue, formState } = useFormContext<FormValues>()
  const [open, setOpen] = useState<string | null>(null)
  const blocks = blocksOf(watch('blocks'))
  const language = watch('contentLanguage') ?? 'en'
  // Errors appear with the first save, not while a new block is still empty.
  const change = (next: FormBlock[]) =>
    setValue('blocks', next, {
      shouldDirty: true,
      shouldTouch: true,
      shouldValidate: formState.isSubmitted,
    })
  const rejected = rejectedPaths('blocks')
  const errorAt = (path: string): string | undefined => {
    const own = rejected[path]
    return firstMessage(get(errors, path)) ?? (typeof own === 'string' ? own : undefined)
  }
  const isWrong = (place: number) =>
    errorAt(`blocks.${place}`) !== undefined ||
    Object.keys(rejected).some((path) => path.startsWith(`blocks.${place}.`))
  const { list, announced, movesOf } = useMovableRows({
    count: blocks.length,
    nameOf: (place) => {
      const block = blocks[place]
      return block === undefined ? '' : say(blockLabels[block.kind])
    },
    onMove: (from, to) => change(movedTo(blocksOf(getValues('blocks')), from, to)),
  })
  const added = useRef<string | null>(null)
  useEffect(() => {
    if (open === null || added.current !== open) return
    added.current = null
    list.current
      ?.querySelector<HTMLElement>(`[data-block="${open}"] :is(input, textarea, button[id])`)
      ?.focus()
  }, [open, list])
  const hasRowError = blocks.some((_, place) => isWrong(place))

  return (
    <FoldedSection
      title={t('On the page')}
      lead={t('What is inside, questions and answers, pictures, testimonials: what helps buyers decide.')}
      isUsed={blocks.length > 0}
    >
      {blocks.length > 0 && (
        <ol ref={list} aria-label={t('On the page')} className="grid grid-cols-1 gap-3">
          {blocks.map((block, place) => (
            <BlockRow
              key={block.id}
              block={block}
              path={`blocks.${place}`}
              errorAt={errorAt}
              isWrong={isWrong(place)}
              isOpen={open === block.id || isWrong(place)}
              onToggle={() => setOpen(open === block.id ? null : block.id)}
              onChange={(changes) =>
                // Looked up by id, because the block can have moved while its picture was uploaded.
                change(
                  blocksOf(getValues('blocks')).map((one) =>
                    one.id === block.id
                      ? { ...one, ...(typeof changes === 'function' ? changes(one) : changes) }
                      : one,
                  ),
                )
              }
              onRemove={() => change(blocks.toSpliced(place, 1))}
              {...movesOf(place)}
            />
          ))}
        </ol>
      )}
      <output className="sr-only">{announced}</output>
      <div data-field="blocks">
        {blocks.length < mostBlocks ? (
          <Menu
            label={t('Add block')}
            className="justify-self-start w-fit"
            trigger={
              <span className={buttonClass('secondary')}>
                <Plus aria-hidden className="size-5" />
                {t('Add block')}
              </span>
            }
            items={blockKinds.map((kind) => {
              const Icon = blockIcons[kind]
              return {
                label: say(blockLabels[kind]),
                icon: <Icon aria-hidden className="size-4.5" />,
                onSelect: () => {
                  const block = newBlock(kind, crypto.randomUUID(), language)
                  change([...blocksOf(getValues('blocks')), block])
                  added.current = block.id
                  setOpen(block.id)
                },
              }
            })}
          />
        ) : (
          <p className="text-muted">{t('A page can have up to {most} blocks', { most: mostBlocks })}</p>
        )}
      </div>
      <FieldError id="blocks-error" message={hasRowError ? undefined : errorOf('blocks')} />
      <p className="text-sm text-muted">
        {t(
          'On a computer, they are below the description, next to the payment. On a phone, below the payment.',
        )}
      </p>
    </FoldedSection>
  )
}
