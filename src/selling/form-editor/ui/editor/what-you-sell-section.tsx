import { FileUploader } from '#accounts/uploads/ui/file-uploader.tsx'
import { PictureUpload, usePictureField } from '#accounts/uploads/ui/picture-upload.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { useFormFields } from './use-form-fields.ts'
import { lazy, Suspense, useId } from 'react'
import { FieldError } from '#web/kit/form/field.tsx'

export function WhatYouSellSection({ keepsStoredFiles }: { readonly keepsStoredFiles: boolean }) {
  const { register, change, getValues, watch, errorOf } = useFormFields()
  const picture = usePictureField()
  return (
    <Section title="What you sell" lead="What buyers see first, and what they get.">
      <TextInput
        label="Title"
        required
        maxLength={200}
        placeholder="Watercolor for beginners"
        hint="At least 10 characters."
        error={errorOf('title')}
        {...register('title')}
      />
      <TextInput
        label="Internal name"
        maxLength={120}
        info="Only you see this name. Searching your forms finds it too."
        error={errorOf('name')}
        {...register('name')}
      />
      <DescriptionField />
      <div className="grid gap-5 sm:grid-cols-2">
        <div data-field="image">
          <PictureUpload label="Picture" type="form" {...picture} />
        </div>
        <TextInput
          label="Video"
          type="url"
          inputMode="url"
          placeholder="https://www.youtube.com/watch?v=…"
          hint="A YouTube address, instead of a picture or alongside it."
          error={errorOf('video')}
          {...register('video', { deps: ['image'] })}
        />
      </div>
      <FileUploader
        label="Files"
        info="Buyers get these files after they have paid."
        type="form"
        keepsStored={keepsStoredFiles}
        files={watch('files') ?? []}
        onAdd={(file) => change('files', [...(getValues('files') ?? []), file])}
        onRemove={(file) =>
          change(
            'files',
            (getValues('files') ?? []).filter(({ url }) => url !== file.url),
          )
        }
        error={errorOf('files')}
      />
    </Section>
  )
}

const DescriptionEditor = lazy(async () => ({
  default: (await import('#selling/form-editor/ui/description/description-editor.tsx')).DescriptionEditor,
}))

/** Emphasis as it is read, without the signs that it is kept with. */
function withoutMarks(text: string): string {
  return text
    .replaceAll('<!-- -->', '')
    .replaceAll(/(\*{1,3})(\S(?:[^*]*\S)?)\1/g, '$2')
    .replaceAll(/\\([^\p{L}\p{N}\s])/gu, '$1')
}

/** The description with its emphasis. The text editor is loaded apart; until it is there, the text stands in its place. */
function DescriptionField() {
  const { getValues, errorOf } = useFormFields()
  const id = useId()
  const error = errorOf('description')
  return (
    <div data-field="description" className="grid grid-cols-1 gap-1.5">
      <p id={id} className="flex min-h-6 items-center gap-1.5 font-medium">
        Description
        <span aria-hidden className="-ml-1 text-danger">
          *
        </span>
      </p>
      <Suspense
        fallback={
          <div aria-busy className="control mt-11.5 min-h-36 whitespace-pre-line text-muted">
            {withoutMarks(getValues('description'))}
          </div>
        }
      >
        <DescriptionEditor labelId={id} errorId={`${id}-error`} isWrong={error !== undefined} />
      </Suspense>
      <FieldError id={`${id}-error`} message={error} />
    </div>
  )
}
