import { Fragment, type Node, type ResolvedPos, type Schema, Slice } from '@tiptap/pm/model'
import MarkdownIt from 'markdown-it'
import { MarkdownParser } from 'prosemirror-markdown'
import { readEveryEmphasis } from '#buying/checkout/description/description-markdown.ts'
import { isWebAddress } from '#foundation/http/input/fields.ts'
import { blockTokens } from './pasted-tokens.ts'
import { parts, schema } from './rich-text.ts'

/** Redirect pages that office and email programs put in front of links, with the parameters that contain the target. */
const detours: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^https?:\/\/(?:www\.)?google\.[a-z.]+\/url\?/i, ['q', 'url']],
  [/^https?:\/\/[a-z\d.-]+\.safelinks\.protection\.outlook\.com\/\S*\?/i, ['url']],
  [/^https?:\/\/lm?\.facebook\.com\/l\.php\?/i, ['u']],
  [/^https?:\/\/l\.(?:instagram|messenger|threads)\.(?:com|net)\/\?/i, ['u']],
  [/^https?:\/\/(?:www\.)?linkedin\.com\/redir\/redirect\?/i, ['url']],
]

/** The target of a link, without the redirect of the program it came from. */
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
 * Parses text as chat assistants and messengers write it: all of Markdown, mapped to the nearest formatting that
 * descriptions allow.
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

/** Markdown that no one types by accident: a heading, a rule, a table row, a link, bold or struck-out text. */
const clear = [
  /^#{1,6}\s+\S/m,
  /^(?:-{3,}|\*{3,}|_{3,}|⸻)$/m,
  /^\|(?:.*\|)+\s*$/m,
  /\[[^\]\n]+\]\(https?:\/\/[^\s)]+\)/,
  /\*\*\S(?:.*?\S)?\*\*/,
  /~~\S(?:.*?\S)?~~/,
  /^```/m,
]

/** Parses pasted plain text as Markdown if it is clearly marked up, otherwise line by line. */
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

/** Parses pasted plain text for an editor with its own schema. */
export function markedSlice(text: string, editorSchema: Schema): Slice | null {
  const document = markedDocument(text)
  return document && Slice.maxOpen(Fragment.fromJSON(editorSchema, document.content.toJSON()))
}

/** Parses clearly marked text as a document. Null for any other text. */
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
    // A single line with a dash can be anything, but two in a row are a list.
    lines.some((line, place) => item.test(line) && item.test(lines[place + 1] ?? ''))
  )
}

/**
 * Converts marks to Markdown's, because messengers strike out with one tilde and list items can begin with many
 * characters.
 */
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

/** Adds the empty header row that Markdown requires to a table without one. */
function withoutHead(line: string, before = '', after = ''): string[] {
  const begins = row.test(line) && !row.test(before) && !headEnd.test(before)
  if (!begins || (headEnd.test(after) && after.includes('|'))) return [line]
  const columns = line.trim().slice(1, -1).split('|').length
  return ['', `${'| '.repeat(columns)}|`, `${'|-'.repeat(columns)}|`, line]
}
