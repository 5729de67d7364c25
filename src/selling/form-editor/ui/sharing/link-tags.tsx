import { t } from '#foundation/language/t.ts'
import { TextInput } from '#web/kit/form/text-input.tsx'

/** The tags of a link, including empty ones. */
export type LinkTags = { readonly source: string; readonly medium: string; readonly campaign: string }

export const noTags: LinkTags = { source: '', medium: '', campaign: '' }

/** The maximum length of a tag that is stored with an order. */
const longest = 100

/** A link with the tags that are filled in. */
export function tagged(link: string, tags: LinkTags): string {
  const address = new URL(link)
  for (const [name, value] of Object.entries(tags)) {
    if (value.trim() !== '') address.searchParams.set(`utm_${name}`, value.trim())
  }
  return address.href
}

type Props = { readonly tags: LinkTags; readonly onChange: (tags: LinkTags) => void }

/** The tags for the links and the QR code in the dialog. */
export function TagFields({ tags, onChange }: Props) {
  const field = (name: keyof LinkTags) => ({
    value: tags[name],
    maxLength: longest,
    autoCapitalize: 'off',
    onChange: ({ target }: { readonly target: HTMLInputElement }) =>
      onChange({ ...tags, [name]: target.value }),
  })
  return (
    <section aria-labelledby="tags" className="grid gap-4 border-t border-line pt-5">
      <div>
        <h3 id="tags" className="font-medium">
          {t('Tags')}
        </h3>
        <p className="mt-0.5 text-sm text-pretty text-muted">
          {t('Optional. Tag each link you share, and see which one brought a sale.')}
        </p>
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <TextInput label={t('Source')} placeholder={t('newsletter')} {...field('source')} />
        <TextInput label={t('Medium')} placeholder={t('email')} {...field('medium')} />
        <TextInput label={t('Campaign')} placeholder={t('spring')} {...field('campaign')} />
      </div>
    </section>
  )
}
