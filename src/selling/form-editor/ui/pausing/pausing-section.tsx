import { Section } from '#web/kit/layout/section.tsx'
import { Textarea } from '#web/kit/form/textarea.tsx'
import { useFormFields } from '../editor/use-form-fields.ts'

export function PausingSection() {
  const { register, errorOf } = useFormFields()
  return (
    <Section
      title="While paused"
      lead="You can pause sales at any time: the page stays, nobody can pay, and subscriptions go on."
    >
      <Textarea
        label="What buyers read while it is paused"
        maxLength={500}
        rows={2}
        placeholder="Sales are paused for now. Please come back later."
        error={errorOf('pauseMessage')}
        {...register('pauseMessage')}
      />
    </Section>
  )
}
