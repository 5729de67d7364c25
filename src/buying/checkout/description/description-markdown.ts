import MarkdownIt from 'markdown-it'
import { isWebAddress } from '#foundation/http/input/fields.ts'

/**
 * A separator, which is removed after parsing. CommonMark needs it between emphasis and adjacent letters, and before a
 * space at the start of a line. Alone on a line, it leaves an empty line.
 */
export const separator = '<!-- -->'

/**
 * The Markdown in descriptions: CommonMark's emphasis, lists and links. Everything else stays text. Only
 * `Block`s are made from it, so a seller's markup never reaches a page.
 */
export const descriptionMarkdown = new MarkdownIt('commonmark', { html: false }).disable([
  'blockquote',
  'code',
  'fence',
  'heading',
  'hr',
  'html_block',
  'lheading',
  'reference',
  'backticks',
  'html_inline',
  'image',
  'entity',
])

// Allows more than the parser's usual 20 levels, because pasted lists can be nested deeper.
Object.assign(descriptionMarkdown.options, { maxNesting: 100 })

// Anything other than a URL stays text, and a URL stays as typed.
descriptionMarkdown.validateLink = isWebAddress
const normalizeLink = descriptionMarkdown.normalizeLink.bind(descriptionMarkdown)
descriptionMarkdown.normalizeLink = (address) => (isWebAddress(address) ? address : normalizeLink(address))
descriptionMarkdown.normalizeLinkText = (address) => address

descriptionMarkdown.inline.ruler.before('autolink', 'separator', (state, isSilent) => {
  if (!state.src.startsWith(separator, state.pos)) return false
  if (!isSilent) state.push('separator', '', 0)
  state.pos += separator.length
  return true
})

/** Identifies the second pass over a text in which the first pass left asterisks. */
const secondReading = {}

/**
 * CommonMark ignores emphasis that ends in a punctuation mark before a letter, as in `**Neu:**heute`, because it
 * expects spaces between words. The second pass accepts every `*` that touches its word.
 */
export function readEveryEmphasis(markdown: MarkdownIt): void {
  class InlineState extends markdown.inline.State {
    override scanDelims(start: number, canSplitWord: boolean) {
      const read = super.scanDelims(start, canSplitWord)
      if (this.env !== secondReading || this.src[start] !== '*') return read
      const isBlank = (place: number) => /^\s?$/.test(this.src.charAt(place))
      return { ...read, can_open: !isBlank(start + read.length), can_close: !isBlank(start - 1) }
    }
  }
  markdown.inline.State = InlineState
  markdown.core.ruler.at('inline', ({ tokens }) => {
    for (const token of tokens.filter(({ type }) => type === 'inline')) {
      const first = parts(token.content, {})
      const second = asterisksIn(first) > 0 ? parts(token.content, secondReading) : first
      token.children = asterisksIn(second) < asterisksIn(first) ? second : first
    }
  })

  function parts(text: string, env: object) {
    const children: ReturnType<typeof markdown.parseInline> = []
    markdown.inline.parse(text, markdown, env, children)
    return children
  }
}

function asterisksIn(tokens: readonly { readonly content: string }[]): number {
  return tokens.reduce((sum, { content }) => sum + content.split('*').length - 1, 0)
}
readEveryEmphasis(descriptionMarkdown)

// A line that ends in a line break continues on the next line, which therefore cannot begin a list.
const [list] = descriptionMarkdown.block.ruler.getRules('paragraph')
if (list !== undefined) {
  descriptionMarkdown.block.ruler.at(
    'list',
    (state, line, end, isSilent) => {
      const goesOn = isSilent && state.parentType === 'paragraph' && endsInBreak(state, line - 1)
      return !goesOn && list(state, line, end, isSilent)
    },
    { alt: ['paragraph', 'reference', 'blockquote'] },
  )
}

type Lines = { readonly src: string; readonly bMarks: readonly number[]; readonly eMarks: readonly number[] }

function endsInBreak({ src, bMarks, eMarks }: Lines, line: number): boolean {
  const [marks = ''] = /\\*$/.exec(src.slice(bMarks[line], eMarks[line])) ?? []
  return marks.length % 2 === 1
}
