import { parse, type Token } from '@messageformat/parser'
import { type Compiled, ownNumber, type Part } from './compiled.ts'

/**
 * Compiles an ICU message, with tags such as `<link>our terms</link>`. Throws an Error that names what is malformed.
 */
export function compile(message: string): Compiled {
  if (!/[<'{]/.test(message)) return message
  return compileTokens(parse(message))
}

type Open = { readonly tag: string; readonly parts: Part[] }

function compileTokens(tokens: readonly Token[]): Compiled {
  const open: Open[] = [{ tag: '', parts: [] }]
  const parts = () => open.at(-1)?.parts ?? []
  for (const token of tokens) {
    if (token.type !== 'content') parts().push(compilePart(token))
    else {
      for (const piece of token.value.split(/(<\/?\w+>)/)) {
        const [, end, tag] = /^<(\/?)(\w+)>$/.exec(piece) ?? []
        if (tag === undefined) {
          if (piece !== '') parts().push(piece)
        } else if (end === '') open.push({ tag, parts: [] })
        else {
          const closed = open.pop()
          if (closed?.tag !== tag) throw new Error(`</${tag}> closes no <${tag}>`)
          parts().push([tag, 'tag', { '': simplify(closed.parts) }])
        }
      }
    }
  }
  if (open.length > 1) throw new Error(`<${open.at(-1)?.tag ?? ''}> is not closed`)
  return simplify(parts())
}

function compilePart(token: Exclude<Token, { type: 'content' }>): Part {
  if (token.type === 'octothorpe') return [ownNumber]
  if (token.type === 'argument') return [token.arg]
  if (token.type === 'function') throw new Error(`{${token.arg}, ${token.key}} is not supported`)
  const kind = token.type === 'selectordinal' ? 'ordinal' : token.type
  return [
    token.arg,
    kind,
    Object.fromEntries(token.cases.map(({ key, tokens }) => [key, compileTokens(tokens)])),
  ]
}

function simplify(parts: readonly Part[]): Compiled {
  const [only, other] = parts
  if (only === undefined) return ''
  return other === undefined && typeof only === 'string' ? only : parts
}
