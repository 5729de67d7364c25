import type { ReactNode } from 'react'
import { beginningOf } from '#foundation/text/cut-text.ts'

type ReadMoreProps = { readonly className: string; readonly children: ReactNode }

/** What a long text goes on with, for who wants to read it. */
export function ReadMore({ className, children }: ReadMoreProps) {
  return (
    <details className={className}>
      <summary className="text-accent cursor-pointer py-1 font-medium">Read more</summary>
      <div className="mt-2">{children}</div>
    </details>
  )
}

/** Parts a text that is longer than `length`: what is shown at first, and the rest, which is empty where there is none. */
export function foldText(text: string, length: number): { readonly shown: string; readonly rest: string } {
  const cut = text.length > length ? foldAt(text, length) : text.length
  return { shown: text.slice(0, cut), rest: text.slice(cut).trimStart() }
}

/** The end of a paragraph, else of a sentence, else of a word, in the second half of what is shown. */
function foldAt(text: string, length: number): number {
  const shown = beginningOf(text, length)
  const ends = ['\n', '. ', ' '].map((end) => shown.lastIndexOf(end) + 1)
  return ends.find((end) => end > length / 2) ?? shown.length
}
