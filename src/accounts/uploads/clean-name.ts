import { beginningOf } from '#foundation/cut-text.ts'

/** A name that somebody sent, as text that is fit to be shown and stored; it is never a path of ours. */
export function cleanName(name: string): string {
  const clean = name
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\]/gu, '')
    .trim()
  if (clean === '') return 'file'
  return clean.length <= 255 ? clean : shorten(clean)
}

function shorten(name: string): string {
  const extension = /\.\w{1,10}$/.exec(name)?.[0] ?? ''
  return beginningOf(name, 255 - extension.length).trimEnd() + extension
}
