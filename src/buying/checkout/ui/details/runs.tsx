import type { Run } from '../../description/description.ts'
import { webAddress } from './web-address.ts'

/** A seller's text with its emphasis and links. It never changes on the page, so the index of a part is its key. */
export function Runs({ runs }: { readonly runs: readonly Run[] }) {
  return runs.map((run, index) => <Emphasized key={index} run={run} />)
}

function Emphasized({ run: { text, isBold, isItalic, href } }: { readonly run: Run }) {
  const italic = isItalic === true ? <em>{text}</em> : text
  const shown = isBold === true ? <strong>{italic}</strong> : italic
  const isMail = href?.startsWith('mailto:') === true
  const address = isMail ? href : webAddress(href ?? null)?.href
  if (address === undefined) return shown
  return (
    <a
      href={address}
      target={isMail ? undefined : '_blank'}
      rel="noopener noreferrer nofollow ugc"
      className="text-accent underline underline-offset-2"
    >
      {shown}
    </a>
  )
}
