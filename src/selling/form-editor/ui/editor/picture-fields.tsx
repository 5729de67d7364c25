import { uploadMessages } from '#accounts/uploads/messages.ts'
import { PictureUpload, usePictureField } from '#accounts/uploads/ui/picture-upload.tsx'
import type { PictureFit, PictureFocus } from '#foundation/db/tables/products.ts'
import { say, t } from '#foundation/language/t.ts'
import { mostFurtherPictures, pictureFits } from '#selling/forms/form-fields.ts'
import { FieldError } from '#web/kit/form/field.tsx'
import { Select } from '#web/kit/form/select.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { fitLabels } from './choice-text.ts'
import { useFormFields } from './use-form-fields.ts'

const ratios: Readonly<Record<PictureFit, number | null>> = {
  wide: 16 / 9,
  square: 1,
  upright: 4 / 5,
  whole: null,
}

const middle: PictureFocus = { x: 50, y: 50 }

/** The form's first picture, with the part of it that buyers see. */
export function FirstPicture() {
  const { watch, change } = useFormFields()
  const picture = usePictureField()
  const fit = watch('imageFit') ?? 'wide'
  const pictureHint = uploadMessages.pictureHint()
  return (
    <div data-field="image">
      <PictureUpload
        label={t('Picture')}
        type="form"
        hint={
          fit === 'wide'
            ? t(
                '{pictureHint}, shown as 16:9. Click the part that buyers should see. Animations do not move.',
                {
                  pictureHint,
                },
              )
            : t('{pictureHint}. Animations do not move.', { pictureHint })
        }
        crop={{
          ratio: ratios[fit],
          focus: watch('imageFocus') ?? middle,
          onChange: (focus) => change('imageFocus', focus),
        }}
        {...picture}
        onChange={(address) => {
          change('imageFocus', middle)
          picture.onChange(address)
        }}
      />
    </div>
  )
}

/** The shape of a form's pictures, and the pictures after the first. */
export function FurtherPictures() {
  const { field, watch, change, changeAll, errorOf, getValues } = useFormFields()
  const image = watch('image') ?? ''
  const pictures = watch('pictures') ?? []
  const fit = watch('imageFit') ?? 'wide'
  if (image === '' && pictures.length === 0) return null
  const replace = (place: number, ...by: typeof pictures) =>
    change('pictures', (getValues('pictures') ?? []).toSpliced(place, 1, ...by))
  return (
    <>
      <Select
        label={t('Picture shape')}
        options={pictureFits.map((value) => ({ value, label: say(fitLabels[value]) }))}
        info={t('For all pictures. “Whole picture” suits book covers.')}
        {...field('imageFit')}
      />
      <fieldset data-field="pictures" className="grid gap-3">
        <legend className="mb-3 font-medium">{t('More pictures')}</legend>
        <div className="grid gap-5 sm:grid-cols-2">
          {[...pictures, null].slice(0, mostFurtherPictures).map((picture, place) => (
            // Keyed by position, so that the upload button keeps focus when its picture arrives.
            <div key={place} className="grid content-start justify-items-start gap-2">
              <div className="w-full">
                <PictureUpload
                  label={t('Picture {number}', { number: place + 2 })}
                  type="form"
                  fills="pictures"
                  hint={uploadMessages.pictureHint()}
                  value={picture?.image ?? null}
                  crop={{
                    ratio: ratios[fit],
                    focus: picture?.focus ?? middle,
                    onChange: (focus) => picture !== null && replace(place, { ...picture, focus }),
                  }}
                  onChange={(address) =>
                    replace(place, ...(address === null ? [] : [{ image: address, focus: middle }]))
                  }
                />
              </div>
              {picture !== null && image !== '' && (
                <Button
                  variant="secondary"
                  onClick={() => {
                    replace(place, { image, focus: getValues('imageFocus') ?? middle })
                    changeAll({ image: picture.image, imageFocus: picture.focus ?? middle })
                  }}
                >
                  {t('Show picture {number} first', { number: place + 2 })}
                </Button>
              )}
            </div>
          ))}
        </div>
        <FieldError id="pictures-error" message={errorOf('pictures')} />
      </fieldset>
    </>
  )
}
