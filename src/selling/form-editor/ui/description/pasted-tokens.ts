import Token from 'markdown-it/lib/token.mjs'

/** Separates a table's cells on their line. */
export const cellMark = ' · '

/**
 * Reduces Markdown to what descriptions allow. A heading becomes a bold paragraph, a table row becomes a line, and code
 * becomes its text. Rules are removed, and so is struck-out text, because a crossed-out old price would look like the
 * current one.
 */
export function blockTokens(tokens: readonly Token[]): Token[] {
  const read: Token[] = []
  let heading = false
  for (let place = 0; place < tokens.length; place += 1) {
    const token = tokens[place]
    if (token === undefined || token.type === 'hr' || token.type.startsWith('blockquote_')) continue
    if (token.type === 'table_open') {
      const end = tokens.findIndex(({ type }, later) => later > place && type === 'table_close')
      read.push(...paragraph(tableLines(tokens.slice(place, end))))
      place = end
    } else if (token.type === 'fence') {
      const lines = token.content.replace(/\n$/, '').split('\n')
      read.push(...paragraph(lines.map((line) => [text(line)])))
    } else if (token.type === 'heading_open' || token.type === 'heading_close') {
      heading = token.type === 'heading_open'
      read.push(new Token(heading ? 'paragraph_open' : 'paragraph_close', 'p', heading ? 1 : -1))
    } else if (token.type === 'inline') {
      const children = inlineTokens(token.children ?? [])
      read.push(inline(heading ? bold(children) : children))
    } else read.push(token)
  }
  return withoutEmpty(read)
}

/** Each row's nonempty cells. Those of the header row are bold. */
function tableLines(tokens: readonly Token[]): Token[][] {
  const lines: Token[][][] = []
  let isHead = false
  for (const { type, children } of tokens) {
    if (type === 'tr_open') lines.push([])
    else if (type === 'th_open' || type === 'td_open') isHead = type === 'th_open'
    else if (type === 'inline') {
      const cell = inlineTokens(children ?? []).map((child) => (isBreak(child) ? text(' ') : child))
      if (isSaying(cell)) lines.at(-1)?.push(isHead ? bold(cell) : cell)
    }
  }
  return lines
    .filter((cells) => cells.length > 0)
    .map((cells) => cells.flatMap((cell, place) => (place === 0 ? cell : [text(cellMark), ...cell])))
}

function inlineTokens(tokens: readonly Token[]): Token[] {
  const read: Token[] = []
  let struck = 0
  for (const token of tokens) {
    if (token.type === 's_open' || token.type === 's_close') struck += token.nesting
    else if (struck > 0) continue
    else if (token.type === 'code_inline' || token.type === 'image') read.push(text(token.content))
    else if (token.type === 'text') read.push(...written(token.content))
    else read.push(token)
  }
  return withoutBlanks(read)
}

/** A line break in a table is written as a tag. */
function written(content: string): Token[] {
  return content
    .replace(/^\[[ xX]\]\s+/, '')
    .split(/<br\s*\/?>/i)
    .flatMap((line, place) => [...(place === 0 ? [] : [new Token('hardbreak', 'br', 0)]), text(line)])
}

/** Leaves one space where text was struck out, and none at the ends. */
function withoutBlanks(tokens: readonly Token[]): Token[] {
  let before = ' '
  const read = tokens.map((token) => {
    if (isBreak(token)) before = ' '
    if (token.type !== 'text' || token.content === '') return token
    const content = before.endsWith(' ') ? token.content.replace(/^ +/, '') : token.content
    if (content !== '') before = content
    return text(content)
  })
  const last = read.findLast(({ type, content }) => type === 'text' && content !== '')
  if (last !== undefined) last.content = last.content.replace(/ +$/, '')
  return read
}

/** Removes empty paragraphs, items and lists. */
function withoutEmpty(tokens: readonly Token[]): Token[] {
  const read: Token[] = []
  for (const token of tokens) {
    const before = read.at(-1)
    const isEmpty =
      token.nesting === -1 && before?.nesting === 1 && before.type === token.type.replace(/_close$/, '_open')
    if (isEmpty) read.pop()
    else if (token.type !== 'inline' || isSaying(token.children ?? [])) read.push(token)
  }
  return read
}

const isBreak = ({ type }: Token) => type === 'hardbreak' || type === 'softbreak'
const isSaying = (tokens: readonly Token[]) =>
  tokens.some(({ type, content }) => type === 'text' && content.trim() !== '')

function text(content: string): Token {
  return Object.assign(new Token('text', '', 0), { content })
}

function inline(children: readonly Token[]): Token {
  return Object.assign(new Token('inline', '', 0), { children: [...children] })
}

function bold(tokens: readonly Token[]): Token[] {
  const inner = tokens.filter(({ type }) => type !== 'strong_open' && type !== 'strong_close')
  return [new Token('strong_open', 'strong', 1), ...inner, new Token('strong_close', 'strong', -1)]
}

function paragraph(lines: readonly (readonly Token[])[]): Token[] {
  const children = lines.flatMap((line, place) =>
    place === 0 ? line : [new Token('hardbreak', 'br', 0), ...line],
  )
  return [new Token('paragraph_open', 'p', 1), inline(children), new Token('paragraph_close', 'p', -1)]
}
