import { useEffect, useState } from 'react'
import { ApiError } from '#foundation/http/contract/client.ts'
import { buttonClass, Button } from '#web/kit/layout/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { accountContract, resetPasswordBody } from '../account/contract.ts'
import { accountMessages } from '../account/messages.ts'
import { AdditionsChoice, recentOf, removalsOf, type Choice } from './additions-choice.tsx'
import { EntrancePage } from './entrance-page.tsx'
import { linkKey } from './link-key.ts'
import { PasswordInput } from './password-input.tsx'
import { callOnce, endSession } from './session.ts'
import { useCheckedForm } from './use-checked-form.ts'

const typed = resetPasswordBody.pick({ password: true })

export function ResetPasswordPage() {
  const token = linkKey()
  const [choice, setChoice] = useState<Choice>()
  const [over, setOver] = useState<string>()
  useEffect(() => {
    if (token === '') return
    callOnce(accountContract.openReset, { body: { token } }).then(
      (additions) => setChoice({ additions, removed: recentOf(additions) }),
      // Without an answer the password can be set all the same; what else there is stands in the settings.
      (error: unknown) => setOver(error instanceof ApiError ? error.errors['token'] : undefined),
    )
  }, [token])
  const { form, errors, isBusy, onSubmit } = useCheckedForm(typed, async ({ password }) => {
    const remove = choice && removalsOf(choice)
    await callOnce(accountContract.resetPassword, { body: { token, password, remove } })
    // Every session has ended, also the one that this browser may have.
    endSession()
    window.location.replace('/login?done=password')
    return true
  })
  const problem = token === '' ? accountMessages.linkOver : (errors.token ?? over)
  if (problem !== undefined) {
    return (
      <EntrancePage title="Set a new password" lead={problem}>
        <a href="/forgot-password" className={`${buttonClass()} w-full`}>
          Send a new link
        </a>
      </EntrancePage>
    )
  }
  return (
    <EntrancePage
      title="Set a new password"
      lead="You will be signed out everywhere, and sign in with the new one."
      other={{ question: 'Changed your mind?', label: 'Sign in', path: '/login' }}
    >
      <form ref={form} noValidate onSubmit={onSubmit} aria-label="Set a new password" className="grid gap-5">
        {errors.server !== undefined && <Notice tone="danger">{errors.server}</Notice>}
        <PasswordInput
          label="New password"
          autoComplete="new-password"
          hint="At least 8 characters."
          error={errors.password}
        />
        {choice !== undefined && <AdditionsChoice choice={choice} onChange={setChoice} />}
        <Button type="submit" isBusy={isBusy} className="mt-1 w-full">
          Set password
        </Button>
      </form>
    </EntrancePage>
  )
}
