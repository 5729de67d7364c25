import type { Node } from '@tiptap/pm/model'
import { separator } from '#buying/checkout/description/description-markdown.ts'
import { writeInline } from './write-inline.ts'

/** More is no number of a list in Markdown. */
const largestNumber = 999_999_999

/** The editor's document as Markdown that is read as the same document, with the separator where no other way is. */
export function writeMarkdown(document: Node): string {
  return writeBlocks(document)
}

function writeBlocks(parent: Node): string {
  // Two lists in a row would be one, but for other marks.
  const marks = parent.children.map(() => 0)
  parent.children.forEach((block, place) => {
    const before = parent.children[place - 1]
    if (before?.type === block.type) marks[place] = 1 - (marks[place - 1] ?? 0)
  })
  return parent.children.map((block, place) => writeBlock(block, marks[place] === 1)).join('\n\n')
}

function writeBlock(block: Node, hasOtherMark: boolean): string {
  if (block.type.name === 'bulletList') return writeItems(block, () => (hasOtherMark ? '+' : '-'))
  if (block.type.name === 'orderedList') {
    const start = Number(block.attrs['start'] ?? 1)
    const end = hasOtherMark ? ')' : '.'
    return writeItems(block, (place) => `${Math.min(start + place, largestNumber)}${end}`)
  }
  return writeInline(block) || separator
}

function writeItems(list: Node, markOf: (place: number) => string): string {
  return list.children
    .map((item, place) => {
      const mark = markOf(place)
      const isEmpty = item.childCount === 1 && item.firstChild?.childCount === 0
      if (isEmpty) return mark
      const [first = '', ...rest] = writeBlocks(item).split('\n')
      const indent = ' '.repeat(mark.length + 1)
      return [`${mark} ${first}`, ...rest.map((line) => (line === '' ? '' : `${indent}${line}`))].join('\n')
    })
    .join('\n')
}
