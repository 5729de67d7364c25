import { ImageUp, Trash2 } from 'lucide-react'
import { use, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useDropzone } from 'react-dropzone'
import { useFormContext } from 'react-hook-form'
import { t } from '#foundation/language/t.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { Field, type FieldProps } from '#web/kit/form/field.tsx'
import { WaitedFor } from '#web/kit/form/waited-for.ts'
import type { ModelType } from '../contract.ts'
import { checkPicture } from '../judge/check-picture.ts'
import { uploadMessages } from '../messages.ts'
import { CropWindow, type Crop } from './crop-window.tsx'
import { uploadPicture } from './upload.ts'

type Props = FieldProps & {
  /** The stored picture's URL, or null or empty if there is none. */
  readonly value: string | null
  readonly onChange: (address: string | null) => void
  readonly type: ModelType
  /** The editor's field that has the picture's URL. */
  readonly fills?: string
  /** How large the picture is shown. A logo is never cropped. */
  readonly shape?: keyof typeof shapes
  /** Lets the seller choose the part that buyers see. */
  readonly crop?: Crop
  readonly isDisabled?: boolean
  /** Called when the focus has moved elsewhere. */
  readonly onLeave?: () => void
}

const shapes = {
  // A box with a fixed ratio does not stretch automatically in a grid.
  video: {
    room: 'aspect-video w-full',
    roomWhenShown: 'aspect-video w-full',
    fit: 'object-cover',
    ground: 'bg-sunken',
  },
  // Gray squares behind the picture make black and white visible, even on a dark page.
  whole: {
    room: '',
    roomWhenShown: '',
    fit: 'object-contain p-1',
    ground: 'bg-[repeating-conic-gradient(#c4c4cc_0_25%,#e4e4e7_0_50%)] bg-[length:1.25rem_1.25rem]',
  },
} as const

/** Lets the seller choose or drop one picture, which is shown while it is uploaded and then as it was stored. */
export function PictureUpload({
  value,
  onChange,
  type,
  fills,
  shape = 'video',
  crop,
  isDisabled = false,
  onLeave,
  hint,
  ...field
}: Props) {
  const { fit, ground } = shapes[shape]
  const [preview, setPreview] = useState<string | null>(null)
  const [isUploading, setIsUploading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const chooser = useRef<HTMLButtonElement>(null)
  const isWaitedFor = use(WaitedFor)

  function remove(): void {
    // The clicked button disappears. Removing a picture does not count as leaving the field.
    chooser.current?.focus()
    setProblem(null)
    onChange(null)
  }

  /** Returns whether the upload succeeded. */
  async function upload(file: File): Promise<boolean> {
    const refusal = await checkPicture(file)
    setProblem(refusal)
    if (refusal !== null) return false
    setIsUploading(true)
    let isThere = false
    try {
      setPreview(await readPreview(file))
      const address = await uploadPicture({ file, type })
      // Callers that wait for the upload read the URL from the rendered page.
      flushSync(() => onChange(address))
      isThere = true
    } catch {
      // A failed upload clears the preview without a message, as the specification requires.
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
    // With these types, iPhones provide their photos as JPEG.
    accept: {
      'image/png': ['.png'],
      'image/jpeg': ['.jpg', '.jpeg'],
      'image/gif': ['.gif'],
      'image/webp': ['.webp'],
    },
    onDropAccepted: ([file]) => {
      if (file !== undefined) isWaitedFor({ name: file.name, isThere: upload(file), field: fills })
    },
    onDropRejected: ([first, ...others]) => {
      if (others.length > 0) setProblem(uploadMessages.severalPictures())
      else if (first !== undefined) void checkPicture(first.file).then(setProblem)
    },
  })
  const shown = preview ?? (value === '' ? null : value)
  const room = shapes[shape][shown === null ? 'room' : 'roomWhenShown']
  const isRow = shape === 'whole'
  const back = shown !== null && !isRow ? ground : isDragActive ? 'bg-brand-soft' : 'bg-sunken'
  const frame = isRow
    ? 'flex flex-wrap items-center gap-x-4 gap-y-2 p-2.5'
    : `grid ${crop !== undefined && shown !== null ? 'aspect-4/3 w-full' : room} min-h-fit tight:min-h-56 place-items-center`
  return (
    <Field
      {...field}
      error={problem ?? field.error}
      hint={
        hint ??
        t('{pictureHint}, shown as 16:9. Buyers see the middle of it, and animations do not move.', {
          pictureHint: uploadMessages.pictureHint(),
        })
      }
    >
      {({ id, 'aria-invalid': isInvalid, ...control }) => (
        <div
          {...getRootProps({ role: undefined, tabIndex: undefined })}
          onBlur={({ currentTarget, relatedTarget }) => {
            // Null if the focus came from a removed button or the file picker.
            if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) onLeave?.()
          }}
          className={`relative ${frame} overflow-hidden rounded-2xl border-2 border-dashed transition ${isDragActive ? 'border-brand' : isInvalid ? 'border-danger' : 'border-edge/60'} ${back}`}
        >
          <span className="absolute">
            <input {...getInputProps({ 'aria-label': undefined })} id={id} />
          </span>
          {isRow && (
            <span
              className={`relative grid h-16 w-16 shrink-0 place-items-center overflow-hidden rounded-xl ${shown === null ? 'bg-surface' : ground}`}
            >
              {shown === null ? (
                <ImageUp aria-hidden className="size-6 text-brand" />
              ) : (
                <img src={shown} alt="" className={`absolute inset-0 size-full ${fit}`} />
              )}
            </span>
          )}
          {shown !== null &&
            !isRow &&
            (crop === undefined ? (
              <img src={shown} alt="" className={`absolute inset-0 size-full ${fit}`} />
            ) : (
              <CropWindow source={shown} crop={crop} />
            ))}
          <output className="sr-only">{isUploading && t('The picture is being uploaded')}</output>
          <div
            className={
              isRow
                ? 'flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-muted'
                : shown === null
                  ? 'grid justify-items-center gap-2 p-2 text-center text-muted'
                  : 'absolute right-3 bottom-3 flex gap-2'
            }
          >
            {shown === null && !isRow && <ImageUp aria-hidden className="size-9 text-brand" />}
            {/* It is the same button the whole time, so that it keeps the focus. */}
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
                ? uploadMessages.uploading()
                : shown === null
                  ? t('Choose a picture')
                  : t('Replace picture')}
            </Button>
            {shown === null && !isUploading && (
              <span className={`text-sm ${isRow ? 'max-sm:hidden' : ''}`}>{t('or drop it here')}</span>
            )}
            {shown !== null && !isUploading && !isDisabled && (
              <Button
                variant="secondary"
                aria-label={t('Remove {field}', { field: field.label.toLowerCase() })}
                onClick={remove}
              >
                <Trash2 aria-hidden className="size-5" />
              </Button>
            )}
          </div>
        </div>
      )}
    </Field>
  )
}

/** The preview is a data URL, because the page's security policy allows no blobs. */
function readPreview(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(new Error('The file could not be read')))
    reader.readAsDataURL(file)
  })
}

/**
 * The editor's field `image`, for its `PictureUpload`. A removed picture is reported as missing when the form is
 * submitted or the field loses the focus, not immediately.
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
