import { t } from '#foundation/language/t.ts'
import { toast } from 'sonner'

type Messages = { readonly copied: string; readonly failed: string }

/**
 * Copies text, or text that is still being requested, and shows whether it worked. Must be called during the click,
 * because browsers may reject later calls. A link that could not be copied is shown so that it can be selected, unless
 * it is already on the page (`isOnPage`).
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
    // The message stays until it is closed, because selecting a link takes longer than reading an error.
    const shown = { description: <Selectable text={link} />, duration: Infinity, closeButton: true, id: link }
    toast.message(t('Select the link to copy it'), shown)
  }
}

/** The clipboard does not exist on insecure pages. */
async function write(text: string | Promise<string>): Promise<void> {
  const { clipboard } = navigator
  if (typeof text === 'string' || typeof ClipboardItem === 'undefined') {
    return clipboard.writeText(await text)
  }
  // Copying starts now, and ends when the text has arrived.
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

/** The messages for a copied link, which the specification prescribes. */
export const linkMessages = () => ({
  copied: t('Link Copied to your clipboard!'),
  failed: t('Faild to copy Linkto your clipboard!'),
})
