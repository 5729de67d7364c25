import { useState } from 'react'
import { contactBody, contactContract } from '#contact/contract.ts'
import { EmailInput } from '#identity/ui/email-input.tsx'
import { EntrancePage } from '#identity/ui/entrance-page.tsx'
import { useCheckedForm } from '#identity/ui/use-checked-form.ts'
import { callOnce, parseUser, storedUserText } from '#shell/session.ts'
import { Button, buttonClass } from '#shell/ui/button.tsx'
import { Notice } from '#shell/ui/notice.tsx'
import { TextInput } from '#shell/ui/text-input.tsx'
import { Textarea } from '#shell/ui/textarea.tsx'

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
      <EntrancePage title="Message sent" lead={`Thank you. We answer by mail to ${answerTo}.`}>
        <a href="/" className={`${buttonClass()} w-full`}>
          Back to the start
        </a>
      </EntrancePage>
    )
  }
  return (
    <EntrancePage title="Contact us" lead="A question, a wish, something that does not work: write to us.">
      <form ref={form} noValidate onSubmit={onSubmit} aria-label="Contact us" className="grid gap-5">
        {errors.server !== undefined && <Notice tone="danger">{errors.server}</Notice>}
        <TextInput
          label="Name"
          required
          name="name"
          autoComplete="name"
          maxLength={120}
          defaultValue={user?.name}
          error={errors.name}
        />
        <EmailInput autoComplete="email" defaultValue={user?.email} error={errors.email} />
        <TextInput label="Subject" required name="subject" maxLength={200} error={errors.subject} />
        <Textarea
          label="Message"
          required
          name="message"
          maxLength={10_000}
          rows={6}
          error={errors.message}
        />
        <Button type="submit" isBusy={isBusy} className="mt-1 w-full">
          Send message
        </Button>
      </form>
    </EntrancePage>
  )
}
