import { ImageUp, Trash2 } from 'lucide-react'
import { use, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useDropzone } from 'react-dropzone'
import { useFormContext } from 'react-hook-form'
import { Button } from '#web/kit/layout/button.tsx'
import { Field, type FieldProps } from '#web/kit/form/field.tsx'
import { WaitedFor } from '#web/kit/form/waited-for.ts'
import type { ModelType } from '../contract.ts'
import { uploadMessages } from '../messages.ts'
import { uploadPicture } from './upload.ts'

type Props = FieldProps & {
  /** The stored picture's address; null or empty for none. */
  readonly value: string | null
  readonly onChange: (address: string | null) => void
  readonly type: ModelType
  /** The field of the editor around that has the address. */
  readonly fills?: string
  /** How much room it has; a logo is shown whole. */
  readonly shape?: keyof typeof shapes
  readonly isDisabled?: boolean
  /** The keyboard or a press went on to something else. */
  readonly onLeave?: () => void
}

const shapes = {
  // A box of a given ratio does not stretch in a grid by itself.
  video: { room: 'aspect-video w-full', fit: 'object-cover', ground: 'bg-sunken' },
  // Grey in squares, on which black is seen as well as white, also where the page is dark.
  whole: {
    room: 'h-48',
    fit: 'object-contain p-4 pb-18',
    ground: 'bg-[repeating-conic-gradient(#c4c4cc_0_25%,#e4e4e7_0_50%)] bg-[length:1.25rem_1.25rem]',
  },
} as const

/** One picture: chosen or dropped, shown while it is uploaded, then as it was stored. */
export function PictureUpload({
  value,
  onChange,
  type,
  fills,
  shape = 'video',
  isDisabled = false,
  onLeave,
  hint,
  ...field
}: Props) {
  const { room, fit, ground } = shapes[shape]
  const [preview, setPreview] = useState<string | null>(null)
  const [isUploading, setIsUploading] = useState(false)
  const chooser = useRef<HTMLButtonElement>(null)
  const isWaitedFor = use(WaitedFor)

  function remove(): void {
    // The pressed button goes away; taking a picture off does not leave the field.
    chooser.current?.focus()
    onChange(null)
  }

  /** Answers whether it came. */
  async function upload(file: File): Promise<boolean> {
    setIsUploading(true)
    let isThere = false
    try {
      setPreview(await readPreview(file))
      const address = await uploadPicture({ file, type })
      // What waits for it reads it from the page.
      flushSync(() => onChange(address))
      isThere = true
    } catch {
      // A failed upload clears the preview and says nothing, as specified.
    }
    setPreview(null)
    setIsUploading(false)
    return isThere
  }

  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    multiple: false,
    noClick: true,
    noKeyboard: true,
    disabled: isUploading || isDisabled,
    accept: { 'image/*': ['.png', '.jpg', '.jpeg', '.gif', '.webp'] },
    onDropAccepted: ([file]) => {
      if (file !== undefined) isWaitedFor({ name: file.name, isThere: upload(file), field: fills })
    },
  })
  const shown = preview ?? (value === '' ? null : value)
  const back = shown !== null ? ground : isDragActive ? 'bg-brand-soft' : 'bg-sunken'
  return (
    <Field
      {...field}
      hint={
        hint ??
        `${uploadMessages.pictureHint}, shown as 16:9. Buyers see its middle; an animation stands still.`
      }
    >
      {({ id, 'aria-invalid': isInvalid, ...control }) => (
        <div
          {...getRootProps({ role: undefined, tabIndex: undefined })}
          onBlur={({ currentTarget, relatedTarget }) => {
            // Null: a button that was removed, or the window that chooses a file.
            if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) onLeave?.()
          }}
          className={`relative grid ${room} min-h-fit tight:min-h-56 place-items-center overflow-hidden rounded-2xl border-2 border-dashed transition ${isDragActive ? 'border-brand' : isInvalid ? 'border-danger' : 'border-edge/60'} ${back}`}
        >
          <input {...getInputProps({ 'aria-label': undefined })} id={id} />
          {shown !== null && <img src={shown} alt="" className={`absolute inset-0 size-full ${fit}`} />}
          <output className="sr-only">{isUploading && 'The picture is being uploaded'}</output>
          <div
            className={
              shown === null
                ? 'grid justify-items-center gap-3 p-4 text-center text-muted'
                : 'absolute right-3 bottom-3 flex gap-2'
            }
          >
            {shown === null && <ImageUp aria-hidden className="size-9 text-brand" />}
            {/* The same button all along, so that it keeps the focus. */}
            <Button
              {...control}
              ref={chooser}
              data-invalid={isInvalid}
              variant="secondary"
              isBusy={isUploading}
              disabled={isDisabled}
              onClick={open}
            >
              {isUploading
                ? uploadMessages.uploading
                : shown === null
                  ? 'Choose a picture'
                  : 'Replace picture'}
            </Button>
            {shown === null && !isUploading && <span className="text-sm">or drop it here</span>}
            {shown !== null && !isUploading && !isDisabled && (
              <Button variant="secondary" aria-label={`Remove ${field.label.toLowerCase()}`} onClick={remove}>
                <Trash2 aria-hidden className="size-5" />
              </Button>
            )}
          </div>
        </div>
      )}
    </Field>
  )
}

/** As a data address: the page's policy shows no blobs. */
function readPreview(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(new Error('The file could not be read')))
    reader.readAsDataURL(file)
  })
}

/**
 * The field `image` of an editor, for its `PictureUpload`. A picture that is taken off is missed when the form is sent
 * or the field is left, not at once.
 */
export function usePictureField() {
  const { setValue, getFieldState, trigger, watch, formState } = useFormContext<{ image: string | null }>()
  return {
    fills: 'image',
    value: watch('image') ?? null,
    onChange: (address: string | null) =>
      setValue('image', address ?? '', {
        shouldDirty: true,
        shouldTouch: true,
        shouldValidate: address !== null || formState.isSubmitted,
      }),
    onLeave: () => {
      if (getFieldState('image').isTouched) void trigger('image')
    },
    error: formState.errors.image?.message,
  }
}
