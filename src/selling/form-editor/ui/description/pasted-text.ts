import { Fragment, type Node, type ResolvedPos, type Schema, Slice } from '@tiptap/pm/model'
import MarkdownIt from 'markdown-it'
import { MarkdownParser } from 'prosemirror-markdown'
import { readEveryEmphasis } from '#buying/checkout/description/description-markdown.ts'
import { isWebAddress } from '#foundation/http/input/fields.ts'
import { blockTokens } from './pasted-tokens.ts'
import { parts, schema } from './rich-text.ts'

/** Where links of office and mail programs lead in truth: they pass through their maker's own pages, which count them. */
const detours: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^https?:\/\/(?:www\.)?google\.[a-z.]+\/url\?/i, ['q', 'url']],
  [/^https?:\/\/[a-z\d.-]+\.safelinks\.protection\.outlook\.com\/\S*\?/i, ['url']],
  [/^https?:\/\/lm?\.facebook\.com\/l\.php\?/i, ['u']],
  [/^https?:\/\/l\.(?:instagram|messenger|threads)\.(?:com|net)\/\?/i, ['u']],
  [/^https?:\/\/(?:www\.)?linkedin\.com\/redir\/redirect\?/i, ['url']],
]

/** The address that a link leads to, without the detour by the program in which it was written. */
export function ledTo(address: string): string {
  const [, names = []] = detours.find(([detour]) => detour.test(address)) ?? []
  if (!URL.canParse(address)) return address
  const { searchParams } = new URL(address)
  const target = names
    .map((name) => searchParams.get(name) ?? '')
    .find((found) => /^https?:\/\//i.test(found))
  return target ?? address
}

/**
 * Text as chat assistants and messengers write it, whose marks are meant to be read: all that Markdown has, of which what
 * a description lacks becomes the nearest that it has.
 */
const markdown = new MarkdownIt('default', { html: false }).disable([
  'code',
  'entity',
  'html_block',
  'html_inline',
  'lheading',
  'reference',
])
Object.assign(markdown.options, { maxNesting: 100 })
markdown.validateLink = (address) => isWebAddress(ledTo(address))
markdown.normalizeLink = (address) => ledTo(address)
markdown.normalizeLinkText = (address) => address
readEveryEmphasis(markdown)
markdown.core.ruler.push('parts of a description', (state) => {
  state.tokens = blockTokens(state.tokens)
})

const parser = new MarkdownParser(schema, markdown, parts)

const bullet = /^(\s*)[•·‣▪◦●○■–—](?:[^\S\n]+)(?=\S)/
const item = /^\s*(?:[-*+]|\d{1,9}[.)])\s+\S/

/** Marks that are not typed by chance: a heading, a rule, a table's line, a link, and what is bold or struck out. */
const clear = [
  /^#{1,6}\s+\S/m,
  /^(?:-{3,}|\*{3,}|_{3,}|⸻)$/m,
  /^\|(?:.*\|)+\s*$/m,
  /\[[^\]\n]+\]\(https?:\/\/[^\s)]+\)/,
  /\*\*\S(?:.*?\S)?\*\*/,
  /~~\S(?:.*?\S)?~~/,
  /^```/m,
]

/** Text that was pasted plain, its marks read where it is clearly written with them; else line by line, as it is. */
export function pastedSlice(text: string, context: ResolvedPos, isAsItIs: boolean): Slice {
  const { schema: editorSchema } = context.doc.type
  const read = isAsItIs ? null : markedSlice(text, editorSchema)
  if (read !== null) return read
  const lines = text.split(/(?:\r\n?|\n)+/)
  const paragraphs = lines.map((line) =>
    editorSchema.node('paragraph', null, line === '' ? [] : [editorSchema.text(line, context.marks())]),
  )
  return Slice.maxOpen(Fragment.from(paragraphs))
}

/** The same for an editor, which has a schema of its own. */
export function markedSlice(text: string, editorSchema: Schema): Slice | null {
  const document = markedDocument(text)
  return document && Slice.maxOpen(Fragment.fromJSON(editorSchema, document.content.toJSON()))
}

/** A text that is clearly written with marks as a document; null for any other. */
export function markedDocument(text: string): Node | null {
  const usual = usualMarks(text)
  if (!isMarked(usual)) return null
  const document: Node = parser.parse(usual)
  return document.textContent.trim() === '' ? null : document
}

function isMarked(text: string): boolean {
  const lines = text.split('\n')
  return (
    clear.some((mark) => mark.test(text)) ||
    // One line with a dash may be anything; two in a row are a list.
    lines.some((line, place) => item.test(line) && item.test(lines[place + 1] ?? ''))
  )
}

/** The same with the marks that Markdown knows: messengers strike out with one tilde, and many things begin a list's lines. */
function usualMarks(text: string): string {
  const lines = text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(/(?<![~\p{L}\p{N}])~(?![\s~])([^~\n]*[^~\s])~(?![~\p{L}\p{N}])/gu, '~~$1~~')
    .split('\n')
    .map((line) => line.replace(bullet, '$1- ').replace(/^\s*(?:⸻|={3,})\s*$/, '---'))
  return lines.flatMap((line, place) => withoutHead(line, lines[place - 1], lines[place + 1])).join('\n')
}

const row = /^\s*\|(?:.*\|)+\s*$/
const headEnd = /^\s*\|?[\s:|-]*-[\s:|-]*\|?\s*$/

/** A table's line gets the head that Markdown asks of a table, empty, where the table was written without one. */
function withoutHead(line: string, before = '', after = ''): string[] {
  const begins = row.test(line) && !row.test(before) && !headEnd.test(before)
  if (!begins || (headEnd.test(after) && after.includes('|'))) return [line]
  const columns = line.trim().slice(1, -1).split('|').length
  return ['', `${'| '.repeat(columns)}|`, `${'|-'.repeat(columns)}|`, line]
}
