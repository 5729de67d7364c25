import type { ReactNode } from 'react'
import { t } from '#foundation/language/t.ts'
import { Section } from '#web/kit/layout/section.tsx'
import { TextInput, Textarea } from '#web/kit/form/text-input.tsx'
import { useFields } from '#web/kit/form/use-fields.ts'

type Props = { readonly title: string; readonly lead: string; readonly children: ReactNode }

/** The section with the name and description of a role or permission. */
export function NameSection({ title, lead, children }: Props) {
  const { field } = useFields<{ name: string; description: string }>()
  return (
    <Section title={title} lead={lead}>
      <TextInput label={t('Name')} required maxLength={120} {...field('name')} />
      <Textarea label={t('Description')} required maxLength={10_000} {...field('description')} />
      {children}
    </Section>
  )
}
