import { beginningOf } from '#foundation/text/cut-text.ts'

/** The longest name of a file, in UTF-16 units. */
const longest = 255

/**
 * A name that somebody sent, as text that is fit to be shown and stored; it is never a path of ours. What nobody sees goes,
 * but for what belongs to a letter or an emoji: joiners after a letter of a script that knows them, and the tags of a flag.
 */
export function cleanName(name: string): string {
  const clean = name
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}/\\]/gu, '')
    .replaceAll(unseen, '')
    .trim()
  if (clean === '') return 'file'
  return clean.length <= longest ? clean : shorten(clean)
}

/** Tags that belong to no flag, joiners that join nothing, and all else that has no shape. */
const unseen =
  /(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]*)[\u{e0020}-\u{e007f}]|(?<![\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]|(?!\p{Script=Latin})\p{L})[\u{200c}-\u{200d}]|(?![\u{200c}-\u{200d}\u{e0020}-\u{e007f}])\p{Cf}/gu

/** Never in the middle of what people see as one character, and with its ending. */
function shorten(name: string): string {
  const ending = /\.\w{1,10}$/.exec(name)?.[0] ?? ''
  return beginningOf(name, longest - ending.length).trimEnd() + ending
}
