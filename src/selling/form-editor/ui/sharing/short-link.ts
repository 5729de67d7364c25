import { call } from '#accounts/identity/ui/session.ts'
import { shortLinksContract } from '#selling/sharing/contract.ts'
import { copyText } from '#web/kit/feedback/copy-text.tsx'
import { formMessages } from '../../messages.ts'

/** Asks the server for a form's short link and copies it. */
export async function copyShortLink(formId: string): Promise<void> {
  const link = call(shortLinksContract.getShortLink, { params: { id: formId } })
  await copyText(link, { copied: formMessages.shortLinkCopied, failed: formMessages.shortLinkCopyFailed })
}
