import { Copy } from 'lucide-react'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { DialogEnd } from '#web/kit/dialog/dialog-actions.tsx'
import { copyText, linkMessages } from '#web/kit/feedback/copy-text.tsx'
import { TextInput } from '#web/kit/form/text-input.tsx'

type Props = { readonly email: string; readonly url: string; readonly onClose: () => void }

/** The link of an invitation that was just sent. It is shown only now. */
export function InvitationLink({ email, url, onClose }: Props) {
  return (
    <div className="grid gap-5">
      <p className="text-pretty">
        {rich(
          'We sent the invitation to {email}. You can also share this link. It works once, for this email only, and expires in seven days.',
          { email: <span className="font-medium break-all">{email}</span> },
        )}
      </p>
      <TextInput label={t('Link')} readOnly value={url} onFocus={(event) => event.target.select()} />
      <DialogEnd>
        <Button variant="secondary" onClick={() => void copyText(url, linkMessages(), { isOnPage: true })}>
          <Copy aria-hidden className="size-4.5" />
          {t('Copy link')}
        </Button>
        <Button onClick={onClose}>{t('Done')}</Button>
      </DialogEnd>
    </div>
  )
}
