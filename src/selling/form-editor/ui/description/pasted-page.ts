import { DOMParser, type Slice } from '@tiptap/pm/model'
import { ledTo, markedSlice } from './pasted-text.ts'
import { cellMark } from './pasted-tokens.ts'
import { schema } from './rich-text.ts'

const blocks =
  'p, div, ul, ol, li, dl, dt, dd, h1, h2, h3, h4, h5, h6, section, article, blockquote, pre, table'
const headings = 'h1, h2, h3, h4, h5, h6'
/** Elements that format text. If there are none, the text may contain Markdown instead. */
const forms = `b, strong, i, em, a, ul, ol, table, s, strike, del, ${headings}`

/**
 * Parses content copied from a page or an office program, and maps it to the nearest formatting that descriptions
 * allow.
 */
class PastedParser extends DOMParser {
  override parseSlice(dom: globalThis.Node, options: Parameters<DOMParser['parseSlice']>[1] = {}): Slice {
    // Each editor has a separate schema.
    const editorSchema = options.context?.doc.type.schema ?? this.schema
    // Plain lines, and content copied from this editor, stay unchanged.
    if (dom instanceof HTMLElement && options.preserveWhitespace !== true) {
      const marked = dom.querySelector(forms) === null ? markedSlice(linesOf(dom), editorSchema) : null
      if (marked !== null) return marked
      tidy(dom)
    }
    return DOMParser.fromSchema(editorSchema).parseSlice(dom, options)
  }
}

export const pastedParser = new PastedParser(schema, [])

function tidy(dom: HTMLElement): void {
  withoutStruck(dom)
  makeLists(dom)
  for (const raised of dom.querySelectorAll('sup, [style*="vertical-align"]'))
    raise(raised, 'super', raisedSigns)
  for (const lowered of dom.querySelectorAll('sub, [style*="vertical-align"]'))
    raise(lowered, 'sub', loweredSigns)
  for (const link of dom.querySelectorAll('a[href]')) {
    link.setAttribute('href', ledTo(link.getAttribute('href') ?? ''))
  }
  for (const heading of dom.querySelectorAll<HTMLElement>(headings)) {
    for (const part of heading.querySelectorAll<HTMLElement>('[style]')) part.style.fontWeight = ''
    makeBold(heading)
  }
  // Innermost first.
  for (const table of [...dom.querySelectorAll('table')].toReversed()) makeLines(table)
}

/** Removes struck-out text, because a crossed-out old price would look like the current one. */
function withoutStruck(dom: HTMLElement): void {
  const struck = [...dom.querySelectorAll('s, strike, del, [style*="line-through"]')]
  const said = (text: string) => text.replaceAll(/\s/g, '')
  const all = said(
    struck
      .filter((one) => !struck.some((other) => other !== one && other.contains(one)))
      .map(({ textContent }) => textContent)
      .join(''),
  )
  if (all === said(dom.textContent)) return
  for (const one of struck) {
    const { parentElement } = one
    one.remove()
    const left = parentElement?.closest('li, p')
    if (left?.textContent.trim() === '') left.remove()
  }
}

const signs = ['0123456789+-−=()n', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₙ'].map((all) => Array.from(all))
const [plainSigns = [], raisedSigns = [], loweredSigns = []] = signs

/** Replaces superscript or subscript digits with their characters. */
function raise(part: Element, look: 'super' | 'sub', its: readonly string[]): void {
  const style = part.getAttribute('style') ?? ''
  if (!/^su[bp]$/i.test(part.tagName) && !new RegExp(`vertical-align:\\s*${look}`).test(style)) return
  const characters = Array.from(part.textContent, (sign) => its[plainSigns.indexOf(sign)])
  if (characters.every((character) => character !== undefined)) part.textContent = characters.join('')
}

function makeBold(part: Element): void {
  const bold = part.ownerDocument.createElement('strong')
  bold.append(...part.childNodes)
  part.append(bold)
}

/** Turns table rows into lines of cells. A table with one column is only for layout. */
function makeLines(table: HTMLTableElement): void {
  const document = table.ownerDocument
  const rows = Array.from(table.rows, ({ cells }) =>
    [...cells].filter((cell) => cell.textContent.trim() !== ''),
  )
  if (rows.every((cells) => cells.length < 2)) {
    const parts = rows.flat().map((cell) => {
      const part = document.createElement('div')
      part.append(...cell.childNodes)
      return part
    })
    table.replaceWith(...parts)
    return
  }
  const lines = document.createElement('p')
  for (const cells of rows.filter(({ length }) => length > 0)) {
    if (lines.firstChild !== null) lines.append(document.createElement('br'))
    for (const [place, cell] of cells.entries()) {
      putOnOneLine(cell)
      if (cell.tagName === 'TH') makeBold(cell)
      if (place > 0) lines.append(cellMark)
      lines.append(...cell.childNodes)
    }
  }
  table.replaceWith(lines)
}

function putOnOneLine(cell: Element): void {
  for (const part of cell.querySelectorAll('br')) part.replaceWith(' ')
  for (const part of [...cell.querySelectorAll(blocks)].toReversed())
    part.replaceWith(' ', ...part.childNodes, ' ')
  cell.normalize()
  const first = cell.firstChild
  const last = cell.lastChild
  if (first instanceof Text) first.data = first.data.trimStart()
  if (last instanceof Text) last.data = last.data.trimEnd()
}

/** The lines of unformatted text, such as from a code editor. */
function linesOf(dom: HTMLElement): string {
  const copy = dom.ownerDocument.createElement('div')
  copy.append(dom.cloneNode(true))
  for (const unseen of copy.querySelectorAll('style, script, title')) unseen.remove()
  const texts = dom.ownerDocument.createTreeWalker(copy, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode
    const isPreformatted = text.parentElement?.closest('pre, [style*="white-space"]') !== null
    if (text instanceof Text && !isPreformatted) text.data = text.data.replaceAll(/\s+/g, ' ')
  }
  for (const part of copy.querySelectorAll('br')) part.replaceWith('\n')
  for (const part of copy.querySelectorAll(blocks)) {
    if (part.previousSibling instanceof Text) part.before('\n')
    part.append(part.tagName === 'P' ? '\n\n' : '\n')
  }
  return copy.textContent
}

/** A list item as Word and other programs write it: a paragraph that begins with its mark. */
type Item = {
  readonly line: HTMLElement
  readonly level: number
  /** The item's number in a numbered list, or null in a bulleted one. */
  readonly number: number | null
}

/** Moves the level of Word's list items to an attribute that browsers keep. */
export function withListLevels(html: string): string {
  return html.replaceAll(
    /<p\b(?=[^>]*?style=(?:'[^']*?|"[^"]*?)mso-list:\s*l\d+\s+level(\d+))/gi,
    '<p data-level="$1"',
  )
}

/** Turns Word's list paragraphs, and those that begin with a bullet, into lists. */
function makeLists(dom: HTMLElement): void {
  const lines = [...dom.querySelectorAll('p')]
  let list: { readonly last: HTMLElement; readonly open: HTMLElement[] } | null = null
  for (const line of lines) {
    const item = takeMark(line)
    if (item === null) continue
    const follows: HTMLElement[] = list !== null && line.previousElementSibling === list.last ? list.open : []
    const outermost = addItem(item, follows)
    list = { last: outermost, open: follows }
  }
}

/** Adds an item to the `open` lists, outermost first. Returns the outermost. */
function addItem({ line, level, number }: Item, open: HTMLElement[]): HTMLElement {
  const document = line.ownerDocument
  open.length = Math.min(open.length, level)
  const tag = number === null ? 'UL' : 'OL'
  const here = open.at(-1)
  // A different kind of list at the same depth is a new list.
  if (open.length === level && here !== undefined && here.tagName !== tag) open.pop()
  while (open.length < level) {
    const list = document.createElement(tag)
    if (number !== null) list.setAttribute('start', String(number))
    const outer = open.at(-1)
    if (outer === undefined) line.before(list)
    else (outer.lastElementChild ?? outer.appendChild(document.createElement('li'))).append(list)
    open.push(list)
  }
  const item = document.createElement('li')
  open.at(-1)?.append(item)
  item.append(line)
  return open[0] ?? line
}

/** Removes the mark of a list item and returns the item, or null for a line outside lists. */
function takeMark(line: HTMLElement): Item | null {
  const isWords = /\bMsoList/.test(line.className) || line.hasAttribute('data-level')
  const level = Number(line.getAttribute('data-level') ?? 1)
  const marks = [...line.querySelectorAll('[style*="mso-list"]')].filter((part) =>
    /mso-list:\s*Ignore/i.test(part.getAttribute('style') ?? ''),
  )
  const [mark] = marks
  if (mark !== undefined) {
    const written = mark.textContent.trim()
    mark.remove()
    return { line, level, number: numberOf(written) }
  }
  const begin = isWords
    ? /^\s*(?:([\p{L}\p{N}]{1,4}[.)])|[^\p{L}\p{N}\s(„"'«“]|o(?=\s{2}))\s+/u
    : /^\s*[·•▪◦●§]\s+/
  const found = begin.exec(line.textContent)
  if (found === null) return null
  cutBegin(line, found[0].length)
  return { line, level, number: numberOf(found[1] ?? '') }
}

/** Lettered lists have no known number and begin with 1. */
function numberOf(mark: string): number | null {
  if (!/^\(?[\p{L}\p{N}]{1,9}[.)]/u.test(mark)) return null
  return Number(/\d+/.exec(mark)?.[0] ?? 1)
}

function cutBegin(line: HTMLElement, length: number): void {
  const texts = line.ownerDocument.createTreeWalker(line, NodeFilter.SHOW_TEXT)
  let left = length
  while (left > 0 && texts.nextNode()) {
    const text = texts.currentNode
    if (!(text instanceof Text)) continue
    const { data } = text
    text.data = data.slice(left)
    left -= Math.min(left, data.length)
  }
}
