import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { Section } from '#web/kit/layout/section.tsx'
import { TextInput, Textarea } from '#web/kit/form/text-input.tsx'

type Props = { readonly title: string; readonly lead: string; readonly children: ReactNode }

/** What a role or permission is called, and what it is besides. */
export function NameSection({ title, lead, children }: Props) {
  const { register, formState } = useFormContext<{ name: string; description: string }>()
  const { errors } = formState
  return (
    <Section title={title} lead={lead}>
      <TextInput label="Name" required maxLength={120} error={errors.name?.message} {...register('name')} />
      <Textarea
        label="Description"
        required
        maxLength={10_000}
        error={errors.description?.message}
        {...register('description')}
      />
      {children}
    </Section>
  )
}
