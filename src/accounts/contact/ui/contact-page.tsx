import { useState } from 'react'
import { t } from '#foundation/language/t.ts'
import { EmailInput } from '#accounts/identity/ui/inputs.tsx'
import { EntrancePage } from '#accounts/identity/ui/entrance-page.tsx'
import { callOnce, parseUser, storedUserText } from '#accounts/identity/ui/session.ts'
import { useCheckedForm } from '#accounts/identity/ui/checked-form.ts'
import { Button, buttonClass } from '#web/kit/layout/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { TextInput, Textarea } from '#web/kit/form/text-input.tsx'
import { contactBody, contactContract } from '../contract.ts'

export function ContactPage() {
  const user = parseUser(storedUserText())
  const [answerTo, setAnswerTo] = useState<string>()
  const { form, errors, isBusy, onSubmit } = useCheckedForm(contactBody, async (body) => {
    await callOnce(contactContract.contactUs, { body })
    setAnswerTo(body.email)
    return false
  })
  if (answerTo !== undefined) {
    return (
      <EntrancePage title={t('Message sent')} lead={t('Thanks! We will reply to {answerTo}.', { answerTo })}>
        <a href="/" className={`${buttonClass()} w-full`}>
          {t('Back to the home page')}
        </a>
      </EntrancePage>
    )
  }
  return (
    <EntrancePage title={t('Contact us')} lead={t('Questions, feedback or a problem? Send us a message.')}>
      <form ref={form} noValidate onSubmit={onSubmit} aria-label={t('Contact us')} className="grid gap-5">
        {errors.server !== undefined && <Notice tone="danger">{errors.server}</Notice>}
        <TextInput
          label={t('Name')}
          required
          name="name"
          autoComplete="name"
          maxLength={120}
          defaultValue={user?.name}
          error={errors.name}
        />
        <EmailInput autoComplete="email" defaultValue={user?.email} error={errors.email} />
        <TextInput label={t('Subject')} required name="subject" maxLength={200} error={errors.subject} />
        <Textarea
          label={t('Message')}
          required
          name="message"
          maxLength={10_000}
          rows={6}
          error={errors.message}
        />
        <Button type="submit" isBusy={isBusy} className="mt-1 w-full">
          {t('Send message')}
        </Button>
      </form>
    </EntrancePage>
  )
}
