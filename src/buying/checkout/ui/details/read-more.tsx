import type { ReactNode } from 'react'
import { t } from '#foundation/language/t.ts'
import { beginningOf } from '#foundation/text/cut-text.ts'

type ReadMoreProps = { readonly className: string; readonly children: ReactNode }

/** The remaining part of a long text, behind "Read more". */
export function ReadMore({ className, children }: ReadMoreProps) {
  return (
    <details className={className}>
      <summary className="text-accent cursor-pointer py-1 font-medium">{t('Read more')}</summary>
      <div className="mt-2">{children}</div>
    </details>
  )
}

/** Splits a text longer than `length` into the part shown first and the remaining part, empty if there is none. */
export function foldText(text: string, length: number): { readonly shown: string; readonly rest: string } {
  const cut = text.length > length ? foldAt(text, length) : text.length
  return { shown: text.slice(0, cut), rest: text.slice(cut).trimStart() }
}

/** The end of a paragraph, else of a sentence, else of a word, in the second half of the shown part. */
function foldAt(text: string, length: number): number {
  const shown = beginningOf(text, length)
  const ends = ['\n', '. ', ' '].map((end) => shown.lastIndexOf(end) + 1)
  return ends.find((end) => end > length / 2) ?? shown.length
}
