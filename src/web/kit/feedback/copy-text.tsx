import { toast } from 'sonner'

type Messages = { readonly copied: string; readonly failed: string }

/**
 * Copies a text, or one that is still being asked for, and says whether that went well. It is called within the press: a
 * browser may refuse what begins later. A link that could not be copied is shown, to be selected; what the page shows
 * anyway `isOnPage`.
 */
export async function copyText(
  text: string | Promise<string>,
  { copied, failed }: Messages,
  { isOnPage = false } = {},
): Promise<void> {
  try {
    await write(text)
    toast.success(copied)
  } catch {
    toast.error(failed)
    const link = isOnPage ? null : await Promise.resolve(text).catch(() => null)
    if (link === null) return
    // It stays until it is closed: to select it takes longer than to read that something failed.
    const shown = { description: <Selectable text={link} />, duration: Infinity, closeButton: true, id: link }
    toast.message('Select the link to copy it', shown)
  }
}

/** The clipboard is absent where the page is not served securely. */
async function write(text: string | Promise<string>): Promise<void> {
  const { clipboard } = navigator
  if (typeof text === 'string' || typeof ClipboardItem === 'undefined') {
    return clipboard.writeText(await text)
  }
  // It begins now and ends when the text is there.
  const blob = text.then((content) => new Blob([content], { type: 'text/plain' }))
  return clipboard.write([new ClipboardItem({ 'text/plain': blob })])
}

function Selectable({ text }: { readonly text: string }) {
  return (
    <span translate="no" className="break-all select-all">
      {text}
    </span>
  )
}

/** What is said when a link was copied, exactly as specified. */
export const linkMessages = {
  copied: 'Link Copied to your clipboard!',
  failed: 'Faild to copy Linkto your clipboard!',
} as const
