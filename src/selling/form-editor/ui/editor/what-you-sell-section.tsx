import { FileUploader } from '#accounts/uploads/ui/file-uploader.tsx'
import { PictureUpload } from '#accounts/uploads/ui/picture-upload.tsx'
import { usePictureField } from '#accounts/uploads/ui/use-picture-field.ts'
import { Section } from '#web/kit/layout/section.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { DescriptionField } from '../description/description-field.tsx'
import { useFormFields } from './use-form-fields.ts'

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
