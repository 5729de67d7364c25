import { useEffect, useState } from 'react'
import { t } from '#foundation/language/t.ts'
import { ApiError } from '#foundation/http/contract/client.ts'
import { Button, buttonClass } from '#web/kit/layout/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { accountMessages } from '#accounts/identity/messages.ts'
import { dayText } from '#foundation/time/day-text.ts'
import { CheckRow } from '#web/kit/form/check-row.tsx'
import { accountContract, type Additions, type Removals, resetPasswordBody } from '../account/contract.ts'
import { EntrancePage } from './entrance-page.tsx'
import { linkKey } from './link-key.ts'
import { PasswordInput } from './inputs.tsx'
import { callOnce, endSession } from './session.ts'
import { useCheckedForm } from './checked-form.ts'

const typed = resetPasswordBody.pick({ password: true })

export function ResetPasswordPage() {
  const token = linkKey()
  const [choice, setChoice] = useState<Choice>()
  const [over, setOver] = useState<string>()
  useEffect(() => {
    if (token === '') return
    callOnce(accountContract.openReset, { body: { token } }).then(
      (additions) => setChoice({ additions, removed: recentOf(additions) }),
      // Even if the server did not respond, the password can be set. The other sign-in methods can be removed in the
      // settings later.
      (error: unknown) => setOver(error instanceof ApiError ? error.errors['token'] : undefined),
    )
  }, [token])
  const { form, errors, isBusy, onSubmit } = useCheckedForm(typed, async ({ password }) => {
    const remove = choice && removalsOf(choice)
    await callOnce(accountContract.resetPassword, { body: { token, password, remove } })
    // Every session has ended, including any in this browser.
    endSession()
    window.location.replace('/login?done=password')
    return true
  })
  const problem = token === '' ? accountMessages.linkOver() : (errors.token ?? over)
  if (problem !== undefined) {
    return (
      <EntrancePage title={t('Set a new password')} lead={problem}>
        <a href="/forgot-password" className={`${buttonClass()} w-full`}>
          {t('Send a new link')}
        </a>
      </EntrancePage>
    )
  }
  return (
    <EntrancePage
      title={t('Set a new password')}
      lead={t('You will be signed out on all devices.')}
      other={{ question: t('Changed your mind?'), label: t('Sign in'), path: '/login' }}
    >
      <form
        ref={form}
        noValidate
        onSubmit={onSubmit}
        aria-label={t('Set a new password')}
        className="grid gap-5"
      >
        {errors.server !== undefined && <Notice tone="danger">{errors.server}</Notice>}
        <PasswordInput
          label={t('New password')}
          autoComplete="new-password"
          hint={t('At least 8 characters.')}
          error={errors.password}
        />
        {choice !== undefined && <AdditionsChoice choice={choice} onChange={setChoice} />}
        <Button type="submit" isBusy={isBusy} className="mt-1 w-full">
          {t('Set password')}
        </Button>
      </form>
    </EntrancePage>
  )
}

const factorKey = 'second-factor'

/**
 * The other ways to sign in, and the chosen ones to remove along with the old password: their ids, or `second-factor`.
 */
type Choice = { readonly additions: Additions; readonly removed: ReadonlySet<string> }

type Props = { readonly choice: Choice; readonly onChange: (choice: Choice) => void }

/** Shows the other ways to sign in, because they would survive a new password, whoever added them. */
function AdditionsChoice({ choice: { additions, removed }, onChange }: Props) {
  const { passkeys, signIns, secondFactor } = additions
  const rows = [
    ...passkeys.map((one) => ({ ...one, label: t('Remove the passkey “{name}”', { name: one.name }) })),
    ...signIns.map((one) => ({ ...one, label: t('Disconnect {name}', { name: one.name }) })),
    ...(secondFactor?.isRecent === true
      ? [{ ...secondFactor, id: factorKey, label: t('Turn off two-factor authentication') }]
      : []),
  ]
  if (rows.length === 0) return null
  function toggle(id: string): void {
    const changed = new Set(removed)
    if (!changed.delete(id)) changed.add(id)
    onChange({ additions, removed: changed })
  }
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium">{t('Other ways to sign in')}</legend>
      <p className="mt-1 mb-2 text-sm text-pretty text-muted">
        {t(
          'They keep working after you set a new password, so remove any you do not recognize. Those added in the last seven days are already selected.',
        )}
      </p>
      {rows.map(({ id, label, addedAt }) => (
        <CheckRow
          key={id}
          label={label}
          hint={t('Added {day}', { day: dayText(Date.parse(addedAt)) })}
          checked={removed.has(id)}
          onChange={() => toggle(id)}
        />
      ))}
    </fieldset>
  )
}

/** Recently added ways to sign in are the most likely to be an intruder's. */
function recentOf({ passkeys, signIns, secondFactor }: Additions): ReadonlySet<string> {
  const recent = [...passkeys, ...signIns].flatMap(({ id, isRecent }) => (isRecent ? [id] : []))
  return new Set(secondFactor?.isRecent === true ? [...recent, factorKey] : recent)
}

function removalsOf({ additions, removed }: Choice): Removals {
  const chosen = (list: readonly { readonly id: string }[]) =>
    list.flatMap(({ id }) => (removed.has(id) ? [id] : []))
  return {
    passkeys: chosen(additions.passkeys),
    signIns: chosen(additions.signIns),
    secondFactor: removed.has(factorKey),
  }
}
