import type { Node } from '@tiptap/pm/model'
import { separator } from '#buying/checkout/description/description-markdown.ts'

type Piece = {
  /** A line break is a separate piece. */
  readonly text: string
  readonly isBold: boolean
  readonly isItalic: boolean
  readonly href: string | null
}

type Part = { readonly kind: 'text' | 'open' | 'close' | 'raw'; readonly text: string }

/** The text of a paragraph as Markdown. Links are outermost, then bold, then italics. */
export function writeInline(paragraph: Node): string {
  const pieces = withoutEmphasizedBlanks(piecesOf(paragraph))
  return joined(partsOf(pieces))
}

function piecesOf(paragraph: Node): Piece[] {
  return paragraph.children.flatMap((node) => {
    const marks = new Map(node.marks.map(({ type, attrs }) => [type.name, attrs]))
    const href: unknown = marks.get('link')?.['href']
    const look = {
      isBold: marks.has('bold'),
      isItalic: marks.has('italic'),
      href: typeof href === 'string' ? href : null,
    }
    const text = node.isText ? (node.text ?? '') : '\n'
    // Spaces are separate, because emphasis cannot begin or end with one.
    return (text.match(/\r\n?|\n|[^\S\r\n]+|\S+/g) ?? []).map((part) => ({
      text: /^[\r\n]/.test(part) ? '\n' : part,
      ...look,
    }))
  })
}

/** Removes emphasis from leading and trailing spaces and breaks, where it is invisible. */
function withoutEmphasizedBlanks(pieces: readonly Piece[]): Piece[] {
  const unbold = groups(pieces, ({ href, isBold }) => `${href} ${isBold}`).flatMap((group) =>
    withEnds(group, (piece) => ({ ...piece, isBold: false })),
  )
  return groups(unbold, (piece) => lookOf(piece)).flatMap((group) =>
    withEnds(group, (piece) => ({ ...piece, isItalic: false })),
  )
}

function withEnds(group: readonly Piece[], change: (piece: Piece) => Piece): Piece[] {
  const first = group.findIndex(({ text }) => text.trim() !== '')
  const last = group.findLastIndex(({ text }) => text.trim() !== '')
  return group.map((piece, place) => (place < first || place > last ? change(piece) : piece))
}

function lookOf({ href, isBold, isItalic }: Piece): string {
  return `${href} ${isBold} ${isItalic}`
}

/** Groups adjacent pieces with the same key. */
function groups(pieces: readonly Piece[], keyOf: (piece: Piece) => string): Piece[][] {
  const found: Piece[][] = []
  for (const [place, piece] of pieces.entries()) {
    const before = pieces[place - 1]
    const group = found.at(-1)
    if (before !== undefined && group !== undefined && keyOf(before) === keyOf(piece)) group.push(piece)
    else found.push([piece])
  }
  return found
}

function partsOf(pieces: readonly Piece[]): Part[] {
  return groups(pieces, ({ href }) => `${href}`).flatMap((linked) => {
    const href = linked[0]?.href ?? null
    const parts = groups(linked, ({ isBold }) => `${isBold}`).flatMap((bold) =>
      around(bold[0]?.isBold === true ? '**' : '', italicParts(bold)),
    )
    if (href === null) return parts
    return [
      { kind: 'raw' as const, text: '[' },
      ...parts,
      { kind: 'raw' as const, text: `](${destination(href)})` },
    ]
  })
}

function italicParts(pieces: readonly Piece[]): Part[] {
  const looks = groups(pieces, lookOf)
  const parts = looks.flatMap((group) => {
    const text = { kind: 'text' as const, text: group.map((piece) => piece.text).join('') }
    return around(group[0]?.isItalic === true ? '*' : '', [text])
  })
  // If three marks were in a row, a later one could close any of them.
  const isMixed = looks.filter(([first]) => first?.isItalic === true).length > 1
  const isFirstBoth = pieces[0]?.isBold === true && pieces[0].isItalic
  return isMixed && isFirstBoth ? [{ kind: 'raw', text: separator }, ...parts] : parts
}

function around(mark: string, parts: readonly Part[]): Part[] {
  return mark === '' ? [...parts] : [{ kind: 'open', text: mark }, ...parts, { kind: 'close', text: mark }]
}

function destination(href: string): string {
  if (/^[\w\-./:?=&%#~+@,;!$]+$/.test(href) && !/&#?\w+;/.test(href)) return href
  return `<${href.replaceAll(/[<>\\]|&(?=#?\w+;)/g, String.raw`\$&`)}>`
}

/** Joins the parts, with a separator wherever two neighbors would be read differently. */
function joined(parts: readonly Part[]): string {
  let written = ''
  for (const [place, { kind, text }] of parts.entries()) {
    const last = Array.from(written.slice(-2)).at(-1) ?? ''
    const before = parts[place - 1]
    if (kind === 'text') written += escaped(text, last, parts[place + 1])
    else if (kind === 'raw') written += text
    else if (before?.kind === kind) written += text
    else if (kind === 'open') {
      const next = parts.slice(place).find((part) => part.kind !== 'open')
      const isRead = isWord(firstOf(next)) || isMark(last)
      written += before?.kind === 'close' || !isRead ? separator + text : text
    } else written += text
    // The last of several closing marks in a row.
    if (kind === 'close' && parts[place + 1]?.kind !== 'close') {
      const inner = parts.slice(0, place).findLast((part) => part.kind !== 'close')
      const isRead = isWord(Array.from(inner?.text ?? '').at(-1) ?? '') || isMark(firstOf(parts[place + 1]))
      if (!isRead) written += separator
    }
  }
  const isTrimmed = /[\t\n\v\f\r ]$/.test(written)
  return isTrimmed ? written + separator : written
}

function firstOf(part: Part | undefined): string {
  return Array.from(part?.text ?? '')[0] ?? ''
}

function isWord(character: string): boolean {
  return /^[\p{L}\p{N}]$/u.test(character)
}

/** Characters next to which emphasis can always begin and end: a line's end, a space, ASCII punctuation. */
function isMark(character: string): boolean {
  return character === '' || /[\s!-/:-@[-`{-~]/.test(character)
}

/** Escapes the Markdown in a text. `last` is the text before it. */
function escaped(text: string, last: string, next: Part | undefined): string {
  const lines = text.split('\n').map((line, place, all) => {
    const isAtBeginning = place > 0 || last === '' || last === '\n'
    const isAtEnd = place === all.length - 1
    return escapedLine(line, isAtBeginning, isAtEnd && next?.text === '[')
  })
  return lines.join('\\\n')
}

function escapedLine(line: string, isAtBeginning: boolean, isBeforeLink: boolean): string {
  const quiet = line
    .replaceAll(/[\\*[\]`]|<(?=[a-z!/?]|$)/gi, String.raw`\$&`)
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\_`)
  const inner = isBeforeLink ? quiet.replace(/!$/, String.raw`\!`) : quiet
  if (!isAtBeginning) return inner
  if (/^[\t\v\f ]/.test(inner)) return separator + inner
  return inner
    .replace(/^(?:[-+](?=\s|$)|>|#{1,6}(?=\s|$)|[-=]+\s*$)/, String.raw`\$&`)
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, String.raw`$1\$2`)
}
