import type { ReactNode } from 'react'
import { t } from '#foundation/language/t.ts'
import { beginningOf } from '#foundation/text/cut-text.ts'

type ReadMoreProps = { readonly className: string; readonly children: ReactNode }

/** The rest of a long text, behind a "Read more" button. */
export function ReadMore({ className, children }: ReadMoreProps) {
  return (
    <details className={className}>
      <summary className="text-accent cursor-pointer py-1 font-medium">{t('Read more')}</summary>
      <div className="mt-2">{children}</div>
    </details>
  )
}

/** Splits a text longer than `length` into the part shown first and the rest, which is empty for a short text. */
export function foldText(text: string, length: number): { readonly shown: string; readonly rest: string } {
  const cut = text.length > length ? foldAt(text, length) : text.length
  return { shown: text.slice(0, cut), rest: text.slice(cut).trimStart() }
}

/** Where to fold: after a paragraph, a sentence or a word, in the second half of the part shown first. */
function foldAt(text: string, length: number): number {
  const shown = beginningOf(text, length)
  const ends = ['\n', '. ', ' '].map((end) => shown.lastIndexOf(end) + 1)
  return ends.find((end) => end > length / 2) ?? shown.length
}
